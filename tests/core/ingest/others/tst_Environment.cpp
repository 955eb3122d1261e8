// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/others/Environment.h"
#include "tests/core/ingest/others/Samples.h"

using namespace headwater;
using namespace headwater::others;
using namespace headwater::test;

class tst_Environment : public QObject {
    Q_OBJECT
    Folder m_folder;

private slots:
    void collectEnvCutInsideALine()
    {
        const std::string whole = collectEnv();
        QVERIFY(whole.ends_with('\n'));
        QVERIFY(readCollectEnv(m_folder.write("env.txt", whole), {})->problems.empty());
        const auto cut = readCollectEnv(m_folder.write("env.txt", whole.substr(0, whole.size() - 3)), {});
        QCOMPARE(cut->problems.size(), std::size_t(1));
        QCOMPARE(cut->problems[0].code, std::string("truncated"));
        QVERIFY(cut->problems[0].position.starts_with("line "));
    }

    void collectEnvReport()
    {
        const auto content = readCollectEnv(m_folder.write("env.txt", collectEnv()), {});
        QVERIFY(content);
        const std::map<std::string, std::string> expected = {
            {"pytorch", "2.4.0+cu121"},
            {"pytorch_debug", "False"},
            {"cuda_build", "12.1"},
            {"os", "Ubuntu 22.04.4 LTS (x86_64)"},
            {"gcc", "(Ubuntu 11.4.0) 11.4.0"},
            {"libc", "glibc-2.35"},
            {"python", "3.10.12 (main) [GCC 11.4.0] (64-bit runtime)"},
            {"kernel", "Linux-5.15.0-x86_64-with-glibc2.35"},
            {"cuda_toolkit", "12.1.105"},
            {"CUDA_MODULE_LOADING", "LAZY"},
            {"gpu", "NVIDIA H100 80GB HBM3"},
            {"gpus_on_host", "2"},
            {"driver", "535.161.08"},
            {"cudnn", "8.9.7"},
            {"cpu", "Intel(R) Xeon(R) Platinum 8480C"},
            {"package.numpy", "1.26.4"},
            {"nccl_version", "2.20.5"},
            {"package.torch", "2.4.0"},
            {"triton", "3.0.0"},
            {"package.blas", "1.0"},
        };
        for (const auto& [key, value] : expected) {
            QVERIFY2(content->manifest.contains(key), key.c_str());
            QVERIFY2(content->manifest.at(key).value == value, (key + ": " + content->manifest.at(key).value).c_str());
        }
        QCOMPARE(content->manifest.size(), expected.size());  // what could not be collected is not there
        QVERIFY(content->manifest.at("os").source.ends_with("env.txt"));
    }

    void collectEnvCutAnywhere()
    {
        const std::string whole = collectEnv();
        for (std::size_t size = 0; size < whole.size(); size += 11)
            QVERIFY(readCollectEnv(m_folder.write("cut.txt", whole.substr(0, size)), {}) || size < 60);
    }

    void manifestOfOurOwn()
    {
        const auto content = readManifestJson(m_folder.write("m.json", manifest()), {});
        QVERIFY(content);
        QCOMPARE(content->manifest.size(), std::size_t(3));
        QCOMPARE(content->manifest.at("model").value, std::string("gpt-7b"));
        QCOMPARE(content->manifest.at("global_batch_size").value, std::string("512"));
        QCOMPARE(content->manifest.at("deterministic").value, std::string("false"));
        QCOMPARE(content->problems.size(), std::size_t(1));
        QCOMPARE(content->problems[0].position, std::string("values.list"));
    }

    void manifestRefused()
    {
        for (const char* text :
             {"", "{", "[]", "{'schema':'headwater.manifest/1'}", "{'schema':'headwater.manifest/1','values':3}",
              "{'schema':'headwater.manifest/1','values':{}}"})
            QVERIFY(!readManifestJson(m_folder.write("bad.json", json(text)), {}));
        const std::string whole = manifest();
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!readManifestJson(m_folder.write("cut.json", whole.substr(0, size)), {}));
    }
};

QTEST_GUILESS_MAIN(tst_Environment)
#include "tst_Environment.moc"
