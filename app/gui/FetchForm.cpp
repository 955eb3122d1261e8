// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/FetchForm.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>

#include "core/base/Messages.h"
#include "core/remote/TimeText.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

using Field = FetchForm::Field;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(FetchDialog)
};

tl::unexpected<FormError> wrong(Field field, const QString& text)
{
    return tl::unexpected(FormError{field, text});
}

tl::expected<MetricRange, FormError> rangeOf(const FetchForm& form, Ns now)
{
    MetricRange range;
    const auto from = parseMoment(form.from.trimmed().toStdString(), now);
    const auto to = parseMoment(form.to.trimmed().toStdString(), now);
    const auto step = parseSpan(form.step.trimmed().toStdString());
    const QString moments = Tr::tr("Write a time as 2026-11-29T23:24:00Z, as \u2212"
                                   "90m before now, or now.");
    if (!from)
        return wrong(Field::From, Tr::tr("The start is not understood. %1").arg(moments));
    if (!to)
        return wrong(Field::To, Tr::tr("The end is not understood. %1").arg(moments));
    if (!step || *step < 1'000'000)
        return wrong(Field::Step, Tr::tr("The resolution is not understood. Write 15s, 500ms or 1m."));
    if (*to <= *from)
        return wrong(Field::To, Tr::tr("The range ends before it begins. Swap start and end."));
    constexpr Ns kMostPoints = 10'000'000;
    if ((*to - *from) / *step > kMostPoints)
        return wrong(Field::Step, Tr::tr("That is more than ten million points a series. Take a shorter range or a "
                                         "coarser resolution."));
    return MetricRange{*from, *to, *step};
}

tl::expected<HttpAccess, FormError> accessOf(const FetchForm& form, const Environment& environment)
{
    HttpAccess access;
    access.caFile = form.caFile.trimmed().toStdString();
    access.totalSeconds = form.timeoutSeconds;
    access.connectSeconds = std::min(access.connectSeconds, form.timeoutSeconds);
    if (form.auth == FetchForm::Auth::Variable) {
        const QString token = environment(form.variable.trimmed());
        if (token.isEmpty())
            return wrong(Field::Variable, Tr::tr("The environment variable %1 is empty. Set it before starting "
                                                 "Headwater, or type the token.")
                                              .arg(form.variable.trimmed()));
        access.bearerToken = token.toStdString();
    } else if (form.auth == FetchForm::Auth::Token) {
        if (form.token.isEmpty())
            return wrong(Field::Token, Tr::tr("Type the token, or choose no authentication."));
        access.bearerToken = form.token.toStdString();
    }
    return access;
}

/// A name for what an expression without one gives: its first metric.
QString nameOf(const QString& expression)
{
    static const QRegularExpression metric(u"[A-Za-z_:][A-Za-z0-9_:]*"_s);
    static const QRegularExpression plain(u"^[A-Za-z_:][A-Za-z0-9_:]*(\\{.*\\})?$"_s);
    const QString first = metric.match(expression).captured();
    return plain.match(expression).hasMatch() || first.isEmpty() ? first : expression;
}

}  // namespace

std::vector<MetricQuery> queriesFrom(const QString& text)
{
    // "up == 1" and "a =~ b" are expressions, "x = up" gives up a name.
    static const QRegularExpression named(u"^([A-Za-z_:][A-Za-z0-9_:]*)\\s*=(?![=~])\\s*(\\S.*)$"_s);
    std::vector<MetricQuery> queries;
    for (const QString& whole : text.split(u'\n')) {
        const QString line = whole.trimmed();
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        const QRegularExpressionMatch match = named.match(line);
        const QString expression = match.hasMatch() ? match.captured(2) : line;
        const QString name = match.hasMatch() ? match.captured(1) : nameOf(line);
        queries.push_back({name.isEmpty() ? "query" : name.toStdString(), expression.toStdString()});
    }
    return queries;
}

QString queryText(const std::vector<MetricQuery>& queries)
{
    QStringList lines;
    for (const MetricQuery& query : queries) {
        const QString expression = QString::fromStdString(query.expression).simplified();
        const QString name = QString::fromStdString(query.name);
        lines << (nameOf(expression) == name ? expression : name + u" = "_s + expression);
    }
    return lines.join(u'\n');
}

QString defaultQueryText()
{
    return queryText(defaultMetricQueries());
}

tl::expected<FetchRequest, FormError> requestOf(const FetchForm& form, Ns now, const Environment& environment)
{
    const QUrl url(form.server.trimmed(), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "http"_L1 && url.scheme() != "https"_L1))
        return wrong(Field::Server, Tr::tr("Give the server's address, http://HOST:PORT or https://\u2026"));
    FetchRequest request;
    request.url = form.server.trimmed().toStdString();
    auto range = rangeOf(form, now);
    if (!range)
        return tl::unexpected(range.error());
    request.range = *range;
    request.queries = queriesFrom(form.queries);
    if (request.queries.empty())
        return wrong(Field::Queries, Tr::tr("There is no query. Write one a line, or take the built-in ones."));
    auto access = accessOf(form, environment);
    if (!access)
        return tl::unexpected(access.error());
    request.access = *std::move(access);
    if (form.out.trimmed().isEmpty())
        return wrong(Field::Out, Tr::tr("Say which file to write."));
    return request;
}

QString fetchErrorText(const Error& error)
{
    const QString what = format::text(error.what);  // as it was said: it is looked into
    QString advice = format::text(messageText(error.advice));
    if (what.contains("HTTP status 401"_L1) || what.contains("HTTP status 403"_L1))
        advice = Tr::tr("The server wants a token, or another one: choose it under Authentication.");
    else if (what.contains("imeout"_L1) || what.contains("timed out"_L1))
        advice = Tr::tr("Is the server there and fast enough? Raise the time limit, or ask for less.");
    else if (error.code == ErrorCode::NothingUsable)
        advice = Tr::tr("Check the time range and the queries.");
    else if (error.code == ErrorCode::TooLarge)
        advice = Tr::tr("Ask for a shorter range or a coarser resolution.");
    QString text = error.file.empty() ? QString() : format::text(error.file) + u": "_s;
    text += format::text(messageText(error.what));
    if (!error.where.empty())
        text += u", "_s + format::text(messageText(error.where));
    return advice.isEmpty() ? text : text + u". "_s + advice;
}

}  // namespace headwater
