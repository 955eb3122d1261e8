// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QRegularExpression>
#include <QTest>

#include "Fixtures.h"
#include "core/analysis/scale/ScalePlan.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/model/FileHosts.h"

using namespace headwater;

/// What a report that is given away must not tell.
class TestRedaction : public QObject {
    Q_OBJECT

private slots:
    void redactionReplacesEverywhere_data();
    void redactionReplacesEverywhere();
    void redactionIsConsistent();
    void filesThatBothRunsCallAlikeStayAlike();
    void redactionLeavesWords();
    void redactionOfFilesNamedAfterHosts();
    void redactionOfFullNamesAndLogins();
    void hostsOfThePlan();
    void pathsBesideAnArrow();
    void redactionComesBeforeShortening();
    void redactionOfKnownValues();
    void namesInUnusualPlaces_data();
    void namesInUnusualPlaces();
    void whatIsNoName();
    void sentencesStay_data();
    void sentencesStay();
};

namespace {

QString markdownOf(const report::Report& report)
{
    return QString::fromStdString(markdown(report));
}

/// A verdict that names a host, a user and paths wherever somebody might have written them.
Verdict privateVerdict()
{
    Verdict verdict = fixtures::verdict();
    verdict.baselineName = "secretproject";
    verdict.baselineInputs[0].path = "/mnt/home/alice/secretproject/GPUHOST7_4711.pt.trace.json.gz";
    verdict.currentInputs[0].path = "/scratch/team-x/night/rank0.json";
    verdict.stragglers = {{1, "gpuhost7", 1.25, "fixed", "local time"}};
    verdict.comparability.changed = {
        {"hostname", "gpuhost7", "gpuhost8", true, false},
        {"user", "alice", "bob", true, false},
        {"checkpoint", "/data/models/llama/step-9", "/data/models/llama/step-9", false, false}};
    verdict.layers[0].findings[0].statement = "gpuhost8 of bob differs from GPUHOST7, see /data/models/llama/step-9.";
    verdict.layers[0].findings[0].evidence[0].source = "/scratch/team-x/night/rank0.json";
    verdict.warnings = {"secretproject was read from /mnt/home/alice/secretproject"};
    return verdict;
}

report::Report redacted(const report::RedactionChoice& choice)
{
    report::ReportOptions options;
    options.redaction = choice;
    return fixtures::reportOf(privateVerdict(), "ask alice about gpuhost7 and /mnt/home/alice/todo.txt", options);
}

std::vector<std::string> printed(const report::Report& report, const report::RedactionChoice& choice)
{
    const Notes notes = fixtures::notes("ask alice about gpuhost7 and /mnt/home/alice/todo.txt");
    return {html(report), markdown(report), junit(report),
            report::Redaction(privateVerdict(), notes, choice).json(verdictJson(privateVerdict()))};
}

}  // namespace

void TestRedaction::redactionReplacesEverywhere_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QStringList>("gone");
    QTest::newRow("hosts") << 1 << QStringList{"gpuhost7", "gpuhost8"};
    QTest::newRow("users") << 2 << QStringList{"alice", "bob"};
    QTest::newRow("paths") << 4 << QStringList{"secretproject", "/scratch", "team-x", "rank0.json",
                                               "/data/models",  "llama",    "todo"};
    QTest::newRow("all") << 7 << QStringList{"gpuhost7", "gpuhost8", "alice", "bob", "secretproject",
                                             "/scratch", "team-x",   "llama", "todo"};
}

void TestRedaction::redactionReplacesEverywhere()
{
    QFETCH(int, which);
    QFETCH(QStringList, gone);
    const report::RedactionChoice choice{(which & 1) != 0, (which & 2) != 0, (which & 4) != 0};
    const report::RedactionChoice none;
    const std::vector<std::string> open = printed(redacted(none), none);
    const std::vector<std::string> closed = printed(redacted(choice), choice);
    for (const QString& name : gone) {
        bool anywhere = false;
        for (const std::string& text : open)
            anywhere |= QString::fromStdString(text).contains(name, Qt::CaseInsensitive);
        QVERIFY2(anywhere, qPrintable(name));  // else the test shows nothing
        for (const std::string& text : closed)
            QVERIFY2(!QString::fromStdString(text).contains(name, Qt::CaseInsensitive), qPrintable(name));
    }
}

void TestRedaction::redactionIsConsistent()
{
    const QString text = markdownOf(redacted({true, true, true}));
    QVERIFY(text.contains("host-3 of user-2 differs from host-1"));
    QVERIFY(text.contains("ask user-1 about host-1"));
    QVERIFY(text.contains("| `hostname` | `host-1` | `host-3` |"));
    QVERIFY(text.contains("run-1 was read from folder-"));
    QVERIFY(text.contains(".pt.trace.json.gz"));  // what kind of file it was
}

/// A sentence may name the log of either run without its folder: it must not name the other run's file.
void TestRedaction::filesThatBothRunsCallAlikeStayAlike()
{
    Verdict verdict = fixtures::verdict();
    verdict.baselineInputs[0].path = "/data/monday/train-alice.log.gz";
    verdict.currentInputs[0].path = "/data/tuesday/train-alice.log.gz";
    const report::Redaction redaction(verdict, {}, {false, false, true});
    const std::string alias = redaction("train-alice.log.gz");
    QVERIFY(alias.starts_with("file-") && alias.ends_with(".gz"));
    QCOMPARE(redaction("/data/monday/train-alice.log.gz"), alias);
    QCOMPARE(redaction("/data/tuesday/train-alice.log.gz"), alias);
}

void TestRedaction::redactionLeavesWords()
{
    Verdict verdict = fixtures::verdict();  // its run is called control, its folder too
    const report::Redaction all(verdict, {}, {true, true, true});
    QCOMPARE(all("control step baseline 12"), std::string("control step baseline 12"));
    QCOMPARE(all("node-b, NODE-B and node-bc"), std::string("host-1, host-1 and node-bc"));
    QCOMPARE(report::Redaction()("node-b"), std::string("node-b"));
}

void TestRedaction::redactionOfFilesNamedAfterHosts()
{
    using report::hostInFileName;
    QCOMPARE(hostInFileName("a/events.out.tfevents.1732658391.dev21.rva0.example.com.3145570.0"),
             std::string_view("dev21.rva0.example.com"));
    QCOMPARE(hostInFileName("events.out.tfevents.1732658391.dev21"), std::string_view("dev21"));
    QCOMPARE(hostInFileName("events.out.tfevents.1732658391.dev21.77.0.v2"), std::string_view("dev21"));
    QCOMPARE(hostInFileName("events.out.tfevents.x.dev21"), std::string_view());
    QCOMPARE(hostInFileName("b/node7_1234.1700000000.pt.trace.json.gz"), std::string_view("node7"));
    QCOMPARE(hostInFileName("node7_x.pt.trace.json"), std::string_view());
    QCOMPARE(hostInFileName("rank0.json"), std::string_view());

    Verdict remote = fixtures::verdict();
    remote.baselineInputs.front().path = "/logs/gpu-node.prod.acme.io.kernel.log";
    const std::string gone = report::Redaction(remote, {}, {false, false, true})("gpu-node.prod.acme.io.kernel.log");
    QVERIFY2(gone.find("acme") == std::string::npos && gone.ends_with(".kernel.log"), gone.c_str());

    const std::string file = "events.out.tfevents.1732658391.dev21.rva0.example.com.3145570.0";
    Verdict verdict = fixtures::verdict();
    verdict.baselineInputs.front().path = "/runs/a/" + file;
    verdict.warnings.emplace_back(file + " | " + file);  // as evidence of two files says it
    for (const report::RedactionChoice choice : {report::RedactionChoice{true, false, false}, {false, false, true}}) {
        const report::Redaction some(verdict, {}, choice);
        QVERIFY(some(file + " | " + file).find("dev21") == std::string::npos);
        QVERIFY(some.json(verdictJson(verdict)).find("dev21") == std::string::npos);
    }
}

void TestRedaction::redactionOfFullNamesAndLogins()
{
    Verdict verdict = fixtures::verdict();
    verdict.stragglers = {{1, "gpu-box-3.corp.local", 1.25, "fixed", "local time"},
                          {2, "node02", 1.25, "fixed", "local time"},
                          {3, "gpu-box-3.else.where", 1.25, "fixed", "local time"}};
    const Notes notes = fixtures::notes("ssh carla@node02");
    const report::Redaction all(verdict, notes, {true, true, true});
    QCOMPARE(all("gpu-box-3 is gpu-box-3.corp.local"), std::string("host-1 is host-1"));
    QCOMPARE(all("gpu-box-3.else.where"), std::string("host-3"));
    QCOMPARE(all("node02.cluster.example.com, node02."), std::string("host-2, host-2."));
    QCOMPARE(all("node02.log of node02.pt.trace.json"), std::string("host-2.log of host-2.pt.trace.json"));
    QCOMPARE(all("carla@node02"), std::string("user-1@host-2"));
    const report::Redaction users(verdict, notes, {false, true, false});
    QCOMPARE(users("carla@node02"), std::string("user-1@node02"));
}

/// A name that only the plan at scale knows goes from what people wrote, too, in the JSON as in the pages.
void TestRedaction::hostsOfThePlan()
{
    scale::ScalePlan plan;
    plan.cluster.nodes = {{"zelda", "quartz", ""}};
    const Verdict verdict = fixtures::verdict();
    const report::ReportInput input{verdict,
                                    fixtures::notes("zelda of quartz is slow"),
                                    {},
                                    {std::make_shared<const scale::ScalePlan>(plan), false}};
    report::ReportOptions options;
    options.redaction = {true, false, false};
    const report::Redaction hosts = report::redactionOf(input, options.redaction);
    const std::string said = hosts("zelda of quartz is slow");
    QVERIFY2(said.find("host-") == 0 && said.ends_with(" of switch-1 is slow"), said.c_str());
    QVERIFY(hosts.json(verdictJson(verdict, input.notes)).find(said) != std::string::npos);
    QVERIFY(notesText(input, options).find(said) != std::string::npos);
    QVERIFY(markdown(report::verdictReport(input, options)).find(said) != std::string::npos);
}

/// Both sides of a change are paths of their own: each has one alias, wherever it stands.
void TestRedaction::pathsBesideAnArrow()
{
    Verdict verdict = fixtures::verdict();
    verdict.comparability.changed = {{"tokenizer", "~/zelda kraken/x", "../quartz/a.json", false, false}};
    const std::string change = "tokenizer ~/zelda kraken/x \u2192 ../quartz/a.json";
    verdict.warnings.emplace_back(change);
    const report::Redaction all(verdict, {}, {false, false, true});
    QCOMPARE(all(change), "tokenizer " + all("~/zelda kraken/x") + " \u2192 " + all("../quartz/a.json"));
    QVERIFY(all("../quartz/a.json").starts_with("file-"));
    QVERIFY(all("~/zelda kraken/x").starts_with("folder-"));
}

void TestRedaction::redactionComesBeforeShortening()
{
    Verdict verdict = privateVerdict();
    verdict.stages[1].stage = "forward of every layer on the machine named gpuhost7";
    verdict.flowchart.back().answer = "starts in the_long_stage_name_of_gpuhost7_and_more_of_it";
    verdict.stragglers = {{1, "gpuhost7", 1.25, "fixed", "local time"}};
    verdict.stragglers.push_back({2, "the-machine-in-the-cellar-of-building-nine", 1.25, "fixed", "local time"});
    verdict.stages[2].stage = "sync of the-machine-in-the-cellar-of-building-nine";
    report::ReportOptions options;
    options.redaction = {true, true, true};
    const QString page = QString::fromStdString(html(fixtures::reportOf(verdict, "x", options)));
    for (const char* part : {"gpuhost7", "the-mach", "ilding-nine", "machine-in"})
        QVERIFY2(!page.contains(QLatin1String(part)), part);
}

/// A setting that is known to hold a name holds nothing else.
void TestRedaction::redactionOfKnownValues()
{
    Verdict verdict = fixtures::verdict();
    verdict.comparability.changed = {{"user", "jane doe", "CORP\\carla", true, false},
                                     {"nodelist", "node[01-02],login7", "alpha, beta", true, false}};
    const report::Redaction all(verdict, {}, {true, true, true});
    QCOMPARE(all("Jane Doe in /mnt/home/jane doe/x"), std::string("user-1 in /mnt/home/user-1/x"));
    QCOMPARE(all("jane%20doe and jane\\ doe"), std::string("user-1 and user-1"));
    QCOMPARE(all("CORP\\carla is carla"), std::string("user-2 is user-2"));
    QCOMPARE(all("node[01-02],login7"), std::string("host-2,host-5"));
    QCOMPARE(all("node02 and alpha, beta"), std::string("host-4 and host-6, host-7"));
    verdict.comparability.changed = {{"user", "a", "b", true, false}};  // else no sentence is left
    QCOMPARE(report::Redaction(verdict, {}, {true, true, true})("a step of b"), std::string("a step of b"));
}

/// What other programs write around a name: nothing of it in any table of the verdict.
void TestRedaction::namesInUnusualPlaces_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArrayList>("gone");
    const auto add = [](const char* name, const char* said, const QByteArrayList& gone) {
        QTest::newRow(name) << QByteArray(said) << gone;
    };
    add("kernel", "gemm<-I/home/zelda/kernels/fast.cuh>(float*)", {"zelda", "fast.cuh"});
    add("url", "GET https://zelda:hunter2@git-box.intern.example.com:8443/p failed",
        {"zelda", "hunter2", "git-box", "intern", "example"});
    add("file url", "file:///scratch/zelda/secret/x.json", {"zelda", "secret"});
    add("environment", "MASTER_ADDR=kraken17 USER=zelda LOGNAME='zelda' SLURM_NODELIST=kraken17",
        {"kraken17", "zelda"});
    add("nccl", "kraken17:4711:4712 [0] NCCL WARN Call to connect failed", {"kraken17"});
    add("mail", "ask zelda@mail.example.com", {"zelda", "example"});
    add("address", "connect to 10.11.12.13:29500 timed out", {"10.11.12.13"});
    add("ipv6", "fd00:77::9 refused", {"fd00", "77::9"});
    add("ipv6 with port", "store at [fd00:77::9]:29500 and fd00:77::b:29501", {"fd00", "77::"});
    add("ipv6 network", "route fd00:77::9/64 via FE80::1%eth0", {"fd00", "fe80", "77::", "::1"});
    add("ipv6 in full", "peer=2001:db8:0:0:1:2:3:4, 2001:0DB8::1:2.", {"2001", "db8", "1:2"});
    add("ipv6 of ipv4", "NCCL ::ffff:10.1.2.3<29500> ::ffff:a01:203", {"::ffff", "10.1.2.3", "a01"});
    add("ipv6 of setting", "MASTER_ADDR=fd00:77::9 MASTER_PORT=1", {"fd00", "77::9"});
    add("ipv6 of url", "http://zelda:hunter2@[fd00:77::9]:80/x", {"zelda", "hunter2", "fd00", "77::9"});
    add("ipv6 of login", "ssh zelda@fd00:77::9", {"zelda", "fd00"});
    add("full name", "no route to kraken17.dc2.example.net.", {"kraken17", "example"});
    add("tilde", "cannot open ~zelda/run.log", {"zelda"});
    add("windows", "C:/Users/zelda/traces/a.json and \\\\kraken17\\share\\b", {"zelda", "kraken17"});
    add("path with spaces", "read /mnt/my secret dir/x y.bin, then stopped", {"secret", "dir/x", "y.bin", "/mnt"});
    add("path with spaces in quotes", "open('/mnt/my zelda dir/deep hole') failed", {"zelda", "hole", "/mnt"});
    add("path with escaped spaces", "cat /mnt/my\\ zelda/deep\\ hole.txt", {"zelda", "hole", "/mnt"});
    add("windows path with spaces", "C:\\Program Files\\zelda tools\\x y.exe", {"zelda", "program"});
    add("relative path", "exec ../zelda/plan.py failed", {"zelda", "plan"});
    add("relative path upwards", "see ../../zelda and ./kraken/x", {"zelda", "kraken"});
    add("relative file", "loaded configs/zelda.yaml twice", {"zelda", "configs"});
    add("path of a variable", "ls $HOME/zelda/x ${SCRATCH}/kraken/y", {"zelda", "kraken"});
    add("path of a bucket", "s3://zelda-data/kraken/model.pt is gone", {"zelda", "kraken", "model.pt"});
    add("path of a public service", "clone https://github.com/zelda/kraken.git", {"zelda", "kraken"});
    add("host list", "srun -w node[01-04].lab.zelda.edu ran", {"node[", "lab", "zelda", "edu"});
    add("host list, short domain", "on node[01-04].zelda and node[1,3-5]", {"node[", "zelda"});
    add("host list of a setting", "SLURM_NODELIST=kraken[17-19] SLURM_NNODES=3", {"kraken", "17-19"});
    add("address as name", "ip-10-0-0-5 and ip-172-31-7-9.ec2.internal answer", {"10-0-0-5", "172-31", "ec2"});
    add("login of a service", "git@kraken.dc2.example.com:zelda/x.git", {"kraken", "example"});
    add("user with a space", "user=\"zelda quartz\" ran \"hostname\": \"KRAKEN\"", {"zelda", "quartz", "kraken"});
    add("home with a space", "read /mnt/home/zelda quartz/x and C:\\Users\\Zelda Quartz\\y", {"zelda", "quartz"});
    add("value with a space", "/mnt/home/zelda quartz", {"zelda", "quartz"});
    add("relative value with spaces", "zelda/my quartz/rank0.json", {"zelda", "quartz", "rank0"});
    add("home of the user with a space", "~/zelda quartz", {"zelda", "quartz"});
    add("login with a domain", "user = CORP\\zelda, zelda+x@quartz.com", {"zelda", "corp", "quartz"});
    add("mail in Chinese", "\u5f20\u4e09@quartz.com", {"\u5f20\u4e09", "quartz"});
    add("paths in Chinese", "\u770b/mnt/zelda/b\uff0c/\u6570\u636e/quartz/x \u6b62", {"zelda", "quartz", "/mnt"});
    add("homes of clusters", "ls /user/zelda/x /homes/quartz/y:ro", {"zelda", "quartz"});
    add("host list and a name", "SLURM_JOB_NODELIST=kraken[17-18],zelda07 ran", {"kraken", "17-18", "zelda"});
    add("host lists", "on gpu[1-2],zelda[3], and gpu2 failed", {"gpu[", "gpu2", "zelda"});
    add("what a host list stands for", "nodes[1] of node[07-09]; lost node08", {"node08", "07-09"});
    add("hosts of a list", "WORKER_HOSTS=zelda,quartz:2222", {"zelda", "quartz"});
    add("share", "\\\\kraken\\share\\b is gone", {"kraken"});
    add("export", "mount nfs-zelda1:/export/quartz failed", {"zelda", "quartz"});
    add("public address", "connect to 52.14.3.9:29500 and 52.14.3.8<29500>", {"52.14.3"});
    add("cloud", "i-0abc1234def567890 gke-zelda-1a2b3c4d-x9z0 ip-10-0-0-5 169.254.1.2",
        {"0abc", "zelda", "10-0-0", "169.254"});
    add("pod", "kraken-0.svc.zelda and kraken-1.zelda.svc", {"kraken", "zelda"});
    add("values told of both runs", "tokenizer ~/zelda kraken/x \u2192 ../quartz/a b.json",
        {"zelda", "kraken", "quartz"});
    add("settings of schedulers", "container_id=3f2a9c1b77aa submitted_by=\u5f20\u4e09",
        {"3f2a9c1b77aa", "\u5f20\u4e09"});
    add("in quotes", "File \"/opt/zelda/train.py\", line 3", {"zelda"});
}

void TestRedaction::namesInUnusualPlaces()
{
    QFETCH(QByteArray, said);
    QFETCH(QByteArrayList, gone);
    const std::string text = said.toStdString();
    Verdict verdict = fixtures::verdict();
    verdict.stages[1].stage = text;
    verdict.firstRegressed->stage = text;
    verdict.layers[0].findings[0].statement = text;
    verdict.layers[0].findings[0].evidence[0].what = text;
    verdict.flowchart.back().answer = text;
    verdict.warnings.emplace_back(text);
    verdict.baselineInputs[0].problems.push_back({Severity::Warning, "x", text, text, {}});
    const Notes notes = fixtures::notes(text);
    report::ReportOptions options;
    options.redaction = {true, true, true};
    const report::Report report = report::verdictReport({verdict, notes}, options);
    for (const std::string& out :
         {html(report), markdown(report), junit(report),
          report::Redaction(verdict, notes, options.redaction).json(verdictJson(verdict, notes))})
        for (const QByteArray& name : gone) {
            const qsizetype at = QByteArray::fromStdString(out).toLower().indexOf(name);
            QVERIFY2(at < 0, QByteArray::fromStdString(out).mid(std::max<qsizetype>(0, at - 80), 200).constData());
        }
}

void TestRedaction::whatIsNoName()
{
    Verdict verdict = fixtures::verdict();
    verdict.warnings = {"cuDNN 8.9.7.29 at 3/4/5 of torch.nn.modules, mean=0.5 ms/MB, root cause; n=8 host=4",
                        "c10::add at::cuda::fe dead::beef 12:30:45 1:2:3 feed::a :: ::1 std::decay torch::fd00::x",
                        "layers[0-3].attn and tensor[7] of blocks[1,2] take 30 MB/s, on and/or off, tokens/step",
                        "tracking_server=wandb logger=git vcs_user=git multi_user=true storage_host=local node=none",
                        "https://wandb.ai and https://api.wandb.ai/ by git@github.com, see docs.nvidia.com",
                        "mean host=0.5 ms, the host: busy, server: waiting since 12:30:45, v1.2.3.4, user: must wait",
                        "aten::copy_ ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                        "cutlass::Kernel2<cutlass_80_tensorop_s1688gemm> ~3/4 of it, ~ms/step, \u548c/\u6216/\u4e0e",
                        "a-1-2-3 v1-2-3-4-5 2024-01-02 ip-10-0 sm_90a-1-2-3-4x"};
    const report::Redaction all(verdict, {}, {true, true, true});
    for (const Text& warning : verdict.warnings)
        QCOMPARE(all(warning.english()), warning.english());
    for (const char* words : {"git", "wandb", "logger: wandb", "vcs git", "true", "none", "local", "api"})
        QCOMPARE(all(words), std::string(words));
}

/// The rest of a sentence stays where a path stands in it.
void TestRedaction::sentencesStay_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("kept");
    const auto add = [](const char* said, const char* kept) {
        QTest::newRow(said) << QByteArray(said) << QByteArray(kept);
    };
    add("/mnt/a/b was read from the disk, 3/4 of it", " was read from the disk, 3/4 of it");
    add("/mnt/a/b.json holds x.json too", " holds x.json too");
    add("wrote /mnt/a/b at 30 MB/s and/or less", " at 30 MB/s and/or less");
    add("/mnt/a/b takes long and is slow", " takes long and is slow");
    add("in ../a/b the steps differ", " the steps differ");
}

void TestRedaction::sentencesStay()
{
    QFETCH(QByteArray, said);
    QFETCH(QByteArray, kept);
    Verdict verdict = fixtures::verdict();
    verdict.warnings = {said.toStdString()};
    const QByteArray out =
        QByteArray::fromStdString(report::Redaction(verdict, {}, {true, true, true})(said.toStdString()));
    QVERIFY2(out.endsWith(kept), out.constData());
    QVERIFY2(!out.contains("/a/b"), out.constData());
}

QTEST_GUILESS_MAIN(TestRedaction)
#include "tst_Redaction.moc"
