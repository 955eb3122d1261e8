// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/DrillCodec.h"

#include "core/report/Json.h"

namespace headwater {

namespace {

/// One list of fields a structure serves both ways. Fields stand by position: a document of another shape is refused.
class Writer {
public:
    template <class... Fields>
    void fields(const Fields&... values)
    {
        (m_out.push_back(write(values)), ...);
    }
    [[nodiscard]] Json take() { return std::move(m_out); }

    template <class T>
    static Json write(const T& value);

private:
    Json m_out = Json::array();
};

class Reader {
public:
    explicit Reader(const Json& in) : m_in(in) {}
    template <class... Fields>
    void fields(Fields&... values)
    {
        (read(m_in.at(m_next++), values), ...);
    }

    template <class T>
    static void read(const Json& in, T& value);

private:
    const Json& m_in;
    std::size_t m_next = 0;
};

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, RatioInterval>
void visit(Side& side, T& v)
{
    side.fields(v.lo, v.hi);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, StageStatistics>
void visit(Side& side, T& v)
{
    side.fields(v.value, v.n);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, StageParts>
void visit(Side& side, T& v)
{
    side.fields(v.compute, v.transfer, v.wait, v.memcpy, v.memset, v.idle);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, SeriesRow>
void visit(Side& side, T& v)
{
    side.fields(v.baseline, v.current, v.delta, v.ratio, v.ci95, v.pAdjusted);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, RegressedIn>
void visit(Side& side, T& v)
{
    side.fields(v.statistic, v.across, v.ranks, v.baseline, v.current, v.delta, v.ratio, v.ci95, v.pAdjusted, v.row);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, StageVerdict>
void visit(Side& side, T& v)
{
    side.fields(v.index, v.stage, v.baseline, v.current, v.baselineParts, v.currentParts, v.delta, v.ratio, v.ci95,
                v.pAdjusted, v.state, v.stateBy, v.shareOfStepDelta, v.explainedBy, v.downstream, v.regressedIn);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, FirstRegressed>
void visit(Side& side, T& v)
{
    side.fields(v.index, v.stage, v.scope, v.ranks, v.kind, v.delta, v.ratio, v.ci95, v.pAdjusted, v.confirmed,
                v.stability, v.provenance);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, DrillLevel>
void visit(Side& side, T& v)
{
    side.fields(v.inside, v.kind, v.stages, v.first, v.ranges);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, CallStats>
void visit(Side& side, T& v)
{
    side.fields(v.calls, v.time, v.order, v.inOrder);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, CallChange>
void visit(Side& side, T& v)
{
    side.fields(v.name, v.kind, v.baseline, v.current, v.call, v.of);
}

template <class Side, class T>
requires std::is_same_v<std::remove_const_t<T>, DrillDown>
void visit(Side& side, T& v)
{
    side.fields(v.path, v.levels, v.ranks, v.kernels, v.operators);
}

template <class T>
constexpr bool kIsList = requires(const T& v)
{
    v.begin();
}
&&!std::is_same_v<T, std::string>;
template <class T>
constexpr bool kIsOptional = requires(const T& v)
{
    v.has_value();
};

template <class T>
Json Writer::write(const T& value)
{
    if constexpr (std::is_enum_v<T>) {
        return static_cast<int>(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        return value;
    } else if constexpr (kIsOptional<T>) {
        return value ? Json::array({write(*value)}) : Json();
    } else if constexpr (kIsList<T>) {
        Json list = Json::array();
        for (const auto& one : value)
            list.push_back(write(one));
        return list;
    } else {
        Writer inner;
        visit(inner, value);
        return inner.take();
    }
}

template <class T>
void Reader::read(const Json& in, T& value)
{
    if constexpr (std::is_enum_v<T>) {
        value = static_cast<T>(in.get<int>());
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        in.get_to(value);
    } else if constexpr (kIsOptional<T>) {
        value.reset();
        if (!in.is_null())
            read(in.at(0), value.emplace());
    } else if constexpr (requires { value.push_back({}); }) {
        for (const Json& one : in)
            read(one, value.emplace_back());
    } else if constexpr (kIsList<T>) {
        std::size_t i = 0;
        for (auto& one : value)
            read(in.at(i++), one);
    } else {
        Reader inner(in);
        visit(inner, value);
    }
}

}  // namespace

std::string encodeDrill(const std::optional<DrillDown>& drill)
{
    std::string out;
    Json::to_cbor(Writer::write(drill), out);
    return out;
}

std::optional<std::optional<DrillDown>> decodeDrill(std::string_view bytes)
{
    try {
        std::optional<DrillDown> drill;
        Reader::read(Json::from_cbor(bytes), drill);
        return drill;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

}  // namespace headwater
