// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/JsonSplitter.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using test::json;

namespace {

struct Pieces {
    std::vector<std::string> members;
    std::vector<std::string> events;
    bool truncated = false;
    std::optional<Error> error;
};

Pieces split(const std::filesystem::path& path)
{
    auto source = ByteSource::open(path);
    JsonSplitter splitter(*source);
    Pieces out;
    while (true) {
        const auto item = splitter.next();
        if (!item) {
            out.error = item.error();
            return out;
        }
        if (item->kind == JsonSplitter::Kind::End)
            break;
        if (item->kind == JsonSplitter::Kind::Member)
            out.members.push_back(std::string(item->key) + "=" + std::string(item->text));
        else
            out.events.emplace_back(item->text);
    }
    out.truncated = splitter.truncated();
    return out;
}

using Texts = std::vector<std::string>;

}  // namespace

class tst_JsonSplitter : public QObject {
    Q_OBJECT
    test::Folder m_folder;

    Pieces of(std::string_view text) { return split(m_folder.write("t.json", text)); }

private slots:
    void objectWithMembersAround()
    {
        const Pieces p =
            of(json("{ 'a': 1, 'b':{'x':'}]\\''}, 'traceEvents': [ {'n':'[{'} , {'n':'\\\\'},{}], 'c': [1,[2]] }"));
        QVERIFY(!p.error && !p.truncated);
        QCOMPARE(p.members, (Texts{"a=1", json("b={'x':'}]\\''}"), "c=[1,[2]]"}));
        QCOMPARE(p.events, (Texts{json("{'n':'[{'}"), json("{'n':'\\\\'}"), "{}"}));
    }

    void bareArrayAndByteOrderMarkAndLeadingCommas()
    {
        const Pieces p = of("\xEF\xBB\xBF [\n,{\"a\":1}\n,{\"b\":2}]");
        QVERIFY(!p.error && !p.truncated);
        QCOMPARE(p.events, (Texts{json("{'a':1}"), json("{'b':2}")}));
    }

    void traceEventsThatIsNoArrayIsAMember()
    {
        QCOMPARE(of(json("{'traceEvents': null}")).members, (Texts{"traceEvents=null"}));
    }

    void everyCutIsSurvived()
    {
        const std::string whole = json("{'a':{'b':[1,'x\\'y']},'traceEvents':[{'ph':'X','n':'é'},{'ph':'M'}],'z':'w'}");
        const Pieces all = of(whole);
        for (std::size_t cut = 1; cut < whole.size(); ++cut) {
            const Pieces p = of(whole.substr(0, cut));
            QVERIFY2(!p.error, whole.substr(0, cut).c_str());
            QVERIFY(p.truncated);
            QVERIFY(p.events.size() <= all.events.size());
            for (std::size_t i = 0; i < p.events.size(); ++i)
                QCOMPARE(p.events[i], all.events[i]);
        }
    }

    void notJsonIsAnError()
    {
        for (const char* text : {"hello", "{1:2}", "<html>"})
            QVERIFY2(of(text).error, text);
    }

    void eventsLargerThanTheBufferAreKept()
    {
        const std::string large = json("{'ph':'X','name':'") + std::string(5U << 20U, 'n') + "\"}";
        const Pieces p = of("[" + large + "," + large + "]");
        QCOMPARE(p.events.size(), std::size_t(2));
        QVERIFY(p.events[1] == large);
    }

    void endlessStringIsBounded()
    {
        std::string text = json("[{'ph':'X','name':'") + std::string(40U << 20U, 'n');
        text += json("'},{'ph':'X'}]");
        auto source = ByteSource::open(m_folder.write("t.json", text));
        JsonSplitter splitter(*source);
        std::size_t events = 0;
        while (true) {
            const auto item = splitter.next();
            QVERIFY(item);
            if (item->kind == JsonSplitter::Kind::End)
                break;
            ++events;
        }
        // It does close, but nobody waits for that: its length is the reason, and what follows is read.
        QCOMPARE(splitter.tooLong(), std::uint64_t(1));
        QCOMPARE(splitter.firstTooLong(), std::uint64_t(1));
        QCOMPARE(splitter.unclosed(), std::uint64_t(0));
        QCOMPARE(events, std::size_t(1));
        QVERIFY(!splitter.truncated());
        QVERIFY(longEvents(splitter).starts_with("1 events are larger than 16 MiB"));
    }

    void aLongEventAtTheEndIsNoCut()
    {
        const std::string text = json("[{'ph':'X','name':'") + std::string(40U << 20U, 'n') + json("'}]");
        auto source = ByteSource::open(m_folder.write("t.json", text));
        JsonSplitter splitter(*source);
        QVERIFY(splitter.next()->kind == JsonSplitter::Kind::End);
        QCOMPARE(splitter.tooLong(), std::uint64_t(1));
        QVERIFY(!splitter.truncated());
    }
};

QTEST_GUILESS_MAIN(tst_JsonSplitter)
#include "tst_JsonSplitter.moc"
