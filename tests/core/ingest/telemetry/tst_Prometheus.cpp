// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/telemetry/PrometheusLabels.h"
#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::telemetry;
using namespace headwater::test;

namespace {

constexpr Ns kSecond = 1'000'000'000;

/// One series of a matrix as JSON with single quotes.
std::string matrix(const std::string& metric, const std::string& values)
{
    return json("{'status':'success','data':{'resultType':'matrix','result':[{'metric':" + metric +
                ",'values':" + values + "}]}}");
}

}  // namespace

class tst_Prometheus : public QObject {
    Q_OBJECT

private slots:
    void readsSampleLines()
    {
        const std::string line = json("m_x:y{a='1' , b='q\\\\w\\'e\\n,}', } 1.5e3 1700000000123");
        const auto sample = readExposition(line);
        QVERIFY(sample);
        QCOMPARE(std::string(sample->name), std::string("m_x:y"));
        QCOMPARE(sample->labels.at("a"), std::string("1"));
        QCOMPARE(sample->labels.at("b"), std::string("q\\w\"e\n,}"));
        QCOMPARE(std::string(sample->value), std::string("1.5e3"));
        QCOMPARE(std::string(sample->time), std::string("1700000000123"));
        for (const char* bad : {"", "9x 1", "x", "x{a=1} 1", "x{a='1} 1", "x{a='1'", "x 1 2 3", "x, gauge, text"})
            QVERIFY2(!readExposition(json(bad)), bad);
    }

    void valuesThatAreNone()
    {
        for (const char* text : {"NaN", "+Inf", "-Inf"})
            QVERIFY(std::isnan(*readPrometheusValue(text, "x")));
        for (const char* text : {"9223372036854775794", "9.223372036854775794e+18", "140737488355328", "2147483632"})
            QVERIFY2(std::isnan(*readPrometheusValue(text, "DCGM_FI_DEV_GPU_UTIL")), text);
        QVERIFY(*readPrometheusValue("2147483632", "node_load1") == 2147483632.0);
        QVERIFY(!readPrometheusValue("many", "x"));
    }

    void hostsAndDevices()
    {
        const auto owner = [](const char* name, const Labels& labels) {
            return ownerOf(name, labels, ClockKind::Epoch);
        };
        QCOMPARE(owner("DCGM_X", {{"gpu", "3"}, {"Hostname", "n1"}, {"instance", "p:9400"}}).device,
                 std::string("gpu 3"));
        QCOMPARE(owner("DCGM_X", {{"gpu", "3"}, {"Hostname", "n1"}, {"instance", "p:9400"}}).host, std::string("n1"));
        QCOMPARE(owner("DCGM_X", {{"gpu", "3"}, {"GPU_I_ID", "1"}}).device, std::string("gpu 3 instance 1"));
        QCOMPARE(owner("nvidia_smi_x", {{"uuid", "abc"}}).device, std::string("gpu abc"));
        QCOMPARE(owner("node_x", {{"instance", "10.0.0.3:9100"}, {"device", "mlx5_0"}, {"port", "1"}}).device,
                 std::string("mlx5_0 port 1"));
        QCOMPARE(owner("node_x", {{"instance", "10.0.0.3:9100"}}).host, std::string("10.0.0.3"));
        QCOMPARE(owner("node_x", {{"cpu", "7"}}).device, std::string("cpu 7"));
    }

    void oneScrape()
    {
        const Folder folder;
        const FileContent content = readText(
            folder,
            json("# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).\n# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n"
                 "DCGM_FI_DEV_GPU_UTIL{gpu='0', Hostname='n1'} 55\nDCGM_FI_DEV_GPU_UTIL{gpu='1', Hostname='n1'} 60\n"
                 "DCGM_FI_PROF_SM_ACTIVE{gpu='0',Hostname='n1'} 0.25\n"
                 "DCGM_FI_DEV_FB_USED{gpu='0',Hostname='n1'} 9223372036854775794\n"
                 "DCGM_FI_DEV_VGPU_LICENSE_STATUS{gpu='0'} 0\nbroken line here\n"));
        const MetricSeries* busy = findSeries(content, "gpu.utilization", "gpu 1");
        QVERIFY(busy && busy->host == "n1" && close(busy->value.front(), 0.6));
        QVERIFY(busy->clock == ClockKind::Order);
        QVERIFY(close(findSeries(content, "gpu.active.sm")->value.front(), 0.25));
        QVERIFY(!findSeries(content, "gpu.memory.used"));
        QVERIFY(findProblem(content, "no-values"));
        QVERIFY(findProblem(content, "no-clock"));
        QVERIFY(findProblem(content, "unknown-metric")->message.find("VGPU_LICENSE") != std::string::npos);
        QVERIFY(findProblem(content, "malformed-line"));
        QCOMPARE(content.source.events, std::uint64_t(5));
    }

    void aBrokenLineDoesNotHideTheFormat()
    {
        const Folder folder;
        const FileContent content = readText(folder, "# TYPE node_load1 gauge\nnode_load1 1\nnode_load5 1\n!!\n"
                                                     "node_load15 1\nnode_procs_running 1\n");
        QCOMPARE(content.source.format, std::string("prometheus-text"));
        QCOMPARE(content.telemetry.series.size(), std::size_t(4));
        QCOMPARE(findProblem(content, "malformed-line")->position, std::string("line 4"));
    }

    void concatenatedScrapes()
    {
        const Folder folder;
        const auto scrape = [](int value) {
            return "# TYPE node_network_receive_bytes_total counter\n" +
                   json("node_network_receive_bytes_total{device='eth0'} ") + std::to_string(value) + "\n" +
                   json("node_cpu_seconds_total{cpu='0',mode='idle'} 5\n");
        };
        const FileContent plain = readText(folder, scrape(100) + scrape(300) + "\n" + scrape(200));
        const MetricSeries* raw = findSeries(plain, "net.rx_bytes", "eth0");
        QVERIFY(raw && raw->value == (std::vector<double>{100, 300, 200}));
        QVERIFY(raw->time == (std::vector<Ns>{0, kSecond, 2 * kSecond}));
        const MetricSeries* rate = findSeries(plain, "net.rx_bytes.rate");
        QVERIFY(rate && rate->unit == "B/s" && rate->value[0] == 200 && std::isnan(rate->value[1]));
        QCOMPARE(rate->resets, std::uint64_t(1));
        QVERIFY(findSeries(plain, "cpu.time.idle", "cpu 0"));
        QCOMPARE(plain.source.variant, std::string("node_exporter, 3 scrapes"));
        // With the time before each scrape nothing is assumed.
        const FileContent timed = readText(folder, "1700000000\n" + scrape(100) + "1700000015\n" + scrape(400));
        QCOMPARE(timed.source.format, std::string("prometheus-text"));
        const MetricSeries* epoch = findSeries(timed, "net.rx_bytes");
        QVERIFY(epoch && epoch->clock == ClockKind::Epoch && epoch->time.front() == 1700000000LL * kSecond);
        QVERIFY(findSeries(timed, "net.rx_bytes.rate")->value == std::vector<double>{20});
        QVERIFY(!findProblem(timed, "no-clock"));
    }

    void timesInTheLines()
    {
        const Folder folder;
        const FileContent content = readText(
            folder, "# TYPE node_load1 gauge\nnode_load1 0.5 1700000000250\nnode_load1 0.75 1700000001250\n# EOF\n");
        const MetricSeries* load = findSeries(content, "host.load1");
        QVERIFY(load && load->clock == ClockKind::Epoch);
        QVERIFY(load->time == (std::vector<Ns>{1700000000250'000'000LL, 1700000001250'000'000LL}));
        QCOMPARE(content.source.variant, std::string("node_exporter"));
    }

    void sharedGpuCountsOnce()
    {
        const Folder folder;
        const FileContent content =
            readText(folder, json("# TYPE DCGM_FI_DEV_GPU_UTIL gauge\nDCGM_FI_DEV_GPU_UTIL{gpu='0',pod='a'} 55\n"
                                  "DCGM_FI_DEV_GPU_UTIL{gpu='0',pod='b'} 55\n"));
        QCOMPARE(findSeries(content, "gpu.utilization")->value.size(), std::size_t(1));
        QVERIFY(findProblem(content, "duplicate-sample"));
    }

    void matrixOfStrings()
    {
        const Folder folder;
        const FileContent content = readText(
            folder,
            matrix("{'__name__':'DCGM_FI_DEV_GPU_UTIL','gpu':'0','Hostname':'n1'}",
                   "[[1699999999.123,'73.5'],[1700000014.123,'NaN'],[1700000029.123,'+Inf'],[1700000044,'80']]"));
        const MetricSeries* busy = findSeries(content, "gpu.utilization", "gpu 0");
        QVERIFY(busy && busy->clock == ClockKind::Epoch && busy->host == "n1");
        QCOMPARE(busy->time.front(), 1699999999123'000'000LL);
        QVERIFY(close(busy->value[0], 0.735) && std::isnan(busy->value[1]) && std::isnan(busy->value[2]));
        QCOMPARE(busy->missing, std::uint64_t(2));
        QCOMPARE(content.source.events, std::uint64_t(4));
        QCOMPARE(content.source.variant, std::string("matrix"));
    }

    void vectorsAndSeveralDocuments()
    {
        const Folder folder;
        const std::string instant = json("{'status':'success','data':{'resultType':'vector','result':[{'metric':"
                                         "{'__name__':'node_load1','instance':'h:9100'},'value':[1700000000,'2']}]}}");
        const std::string later = json("{'status':'success','data':{'resultType':'vector','result':[{'metric':"
                                       "{'__name__':'node_load1','instance':'h:9100'},'value':[1700000010,'3']}]}}");
        const FileContent content = readText(folder, instant + "\n" + later + "\n");
        const MetricSeries* load = findSeries(content, "host.load1");
        QVERIFY(load && load->host == "h" && load->value == (std::vector<double>{2, 3}));
    }

    void bracketsInLabelsEndNothing()
    {
        const Folder folder;
        const std::string odd = "{'__name__':'node_load1','instance':'h:1','note':'a]}\\'}{['}";
        const FileContent content = readText(folder, matrix(odd, "[[1,'2']]") + matrix(odd, "[[2,'2'],[2,'3']]"));
        QCOMPARE(findSeries(content, "host.load1")->value.size(), std::size_t(2));
        QVERIFY(!findProblem(content, "malformed-json"));
        QVERIFY(findProblem(content, "duplicate-sample"));
    }

    void podsFollowEachOther()
    {
        const Folder folder;
        const FileContent content = readText(
            folder,
            json("{'status':'success','data':{'resultType':'matrix','result':["
                 "{'metric':{'__name__':'DCGM_FI_DEV_GPU_UTIL','gpu':'0','pod':'z'},'values':[[20,'2'],[30,'3']]},"
                 "{'metric':{'__name__':'DCGM_FI_DEV_GPU_UTIL','gpu':'0','pod':'a'},'values':[[10,'1'],[20,'9']]}"
                 "]}}"));
        const MetricSeries* busy = findSeries(content, "gpu.utilization");
        QVERIFY(busy && busy->time == (std::vector<Ns>{10 * kSecond, 20 * kSecond, 30 * kSecond}));
        QVERIFY(close(busy->value[1], 0.02));
        QVERIFY(!findProblem(content, "times-not-ascending"));
        QVERIFY(findProblem(content, "duplicate-sample"));
    }

    void namesOutsideTheTable()
    {
        const Folder folder;
        const FileContent content =
            readText(folder, matrix("{'__name__':'my_loader_wait_seconds_total','worker':'3'}", "[[1,'2'],[2,'2.5']]"));
        const MetricSeries* own = findSeries(content, "my_loader_wait_seconds_total", "worker=3");
        QVERIFY(own && own->unit == "s" && own->kind == SeriesKind::Counter);
        QVERIFY(findSeries(content, "my_loader_wait_seconds_total.rate")->value == std::vector<double>{0.5});
        const FileContent unitless = readText(folder, matrix("{'__name__':'my_thing'}", "[[1,'2']]"));
        QVERIFY(unitless.error && findProblem(unitless, "unknown-metric"));
        const FileContent nameless = readText(folder, matrix("{'gpu':'0'}", "[[1,'2']]"));
        QVERIFY(nameless.error && findProblem(nameless, "unnamed-series"));
    }

    void serverErrorsWarningsAndHistograms()
    {
        const Folder folder;
        const FileContent error =
            readText(folder, json("{'status':'error','errorType':'bad_data','error':'parse error at char 5'}"));
        QCOMPARE(error.source.format, std::string("prometheus-range-json"));
        QVERIFY(error.error && error.error->what.find("bad_data: parse error at char 5") != std::string::npos);
        QCOMPARE(error.error->where, std::string("line 1"));
        QVERIFY(!findProblem(error, "server-error"));  // once is enough
        const FileContent warned = readText(
            folder,
            json("{'status':'success','warnings':['too much'],'data':{'resultType':'matrix','result':[{'metric':"
                 "{'__name__':'node_load1'},'values':[[1,'2']],'histograms':[[1,{'count':'5'}]]}]}}"));
        QVERIFY(findProblem(warned, "server-warning")->message.find("too much") != std::string::npos);
        QVERIFY(findProblem(warned, "histogram"));
        QCOMPARE(findSeries(warned, "host.load1")->value.size(), std::size_t(1));
        const FileContent scalar =
            readText(folder, json("{'status':'success','data':{'resultType':'scalar','result':[1,'2']}}"));
        QVERIFY(scalar.error && findProblem(scalar, "unsupported-result"));
    }

    void cutDocument()
    {
        const Folder folder;
        const std::string whole = matrix("{'__name__':'node_load1'}", "[[1,'2'],[2,'3'],[3,'4']]");
        const FileContent content = readText(folder, whole.substr(0, whole.find("[3,")));
        QVERIFY(findSeries(content, "host.load1")->value == (std::vector<double>{2, 3}));
        QVERIFY(findProblem(content, "truncated"));
    }
};

QTEST_GUILESS_MAIN(tst_Prometheus)
#include "tst_Prometheus.moc"
