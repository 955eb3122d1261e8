// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

#include "core/base/Result.h"
#include "core/remote/Prometheus.h"

namespace headwater {

/// What the dialog "Fetch from Prometheus" asks for, as typed.
struct FetchForm {
    enum class Auth { None, Variable, Token };
    enum class Field { None, Server, From, To, Step, Queries, Variable, Token, Out };

    QString server, from, to, step;
    QString queries;  ///< one a line: "expression" or "name = expression"; # begins a comment
    Auth auth = Auth::None;
    QString variable;  ///< environment variable that holds the token
    QString token;
    QString caFile;
    int timeoutSeconds = 60;
    QString out;
};

/// The same, understood.
struct FetchRequest {
    std::string url;
    std::vector<MetricQuery> queries;
    MetricRange range;
    HttpAccess access;
};

/// What is wrong with a form and in which field.
struct FormError {
    FetchForm::Field field = FetchForm::Field::None;
    QString text;
};

using Environment = std::function<QString(const QString& variable)>;

/// `now` is epoch ns. The first thing that is wrong, field by field.
[[nodiscard]] tl::expected<FetchRequest, FormError> requestOf(const FetchForm& form, Ns now,
                                                              const Environment& environment);

/// The built-in queries as the form has them.
[[nodiscard]] QString defaultQueryText();
[[nodiscard]] QString queryText(const std::vector<MetricQuery>& queries);
[[nodiscard]] std::vector<MetricQuery> queriesFrom(const QString& text);

/// What went wrong while fetching and what to do about it in the dialog.
[[nodiscard]] QString fetchErrorText(const Error& error);

}  // namespace headwater
