// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "tests/core/TraceText.h"

/// Small made inputs of the formats in core/ingest/others.
namespace headwater::test {

inline std::string ncclTestsText()
{
    return "# nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803\n"
           "# Collective test starting: all_reduce_perf\n"
           "# nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 "
           "validation: 1 graph: 0\n"
           "#\n"
           "# Using devices\n"
           "#  Rank  0 Group  0 Pid 11 on node-1 device  0 [0000:19:00] NVIDIA H100 80GB HBM3\n"
           "#  Rank  1 Group  0 Pid 11 on node-1 device  1 [0000:2d:00] NVIDIA H100 80GB HBM3\n"
           "#\n"
           "#                                                              out-of-place                       "
           "in-place\n"
           "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
           "busbw #wrong\n"
           "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
           "(GB/s)\n"
           "           8             2     float     sum      -1    13.67    0.25    0.44      0    13.03    0.50    "
           "0.75    N/A\n"
           "node-1:11:11 [0] NCCL INFO Launch mode Parallel\n"
           "          16             4     float     sum      -1    14.00    1.00    2.00      3    13.07    0.00    "
           "0.00      0\n"
           "# Out of bounds values : 1 FAILED\n"
           "# Avg bus bandwidth    : 0.7975\n"
           "#\n";
}

inline std::string ncclTestsJson()
{
    return json(
        "{'version':3,'start_time':'now','args':['/opt/reduce/build/all_gather_perf','-J'],"
        "'env':['SECRET_TOKEN=abc'],'nccl_version':22803,"
        "'config':{'minimum_bytes':8,'devices':[{'rank':1,'hostname':'n2','device_info':'NVIDIA B200'}]},"
        "'results':[{'size':8,'count':2,'type':'float','redop':'none','root':'  -1',"
        "'out_of_place':{'time':12.5,'alg_bw':1.5,'bus_bw':'nan','nwrong':0},"
        "'in_place':{'cpu_time':'13.5','alg_bw':2,'bus_bw':4,'nwrong':null}},"
        "{'size':16,'count':4,'type':'float','out_of_place':{'time':1,'alg_bw':1,'bus_bw':1},'in_place':null}],"
        "'out_of_bounds':{'count':0,'okay':'true'},'average_bus_bandwidth':{'bandwidth':2.5,'okay':'unchecked'},"
        "'errors':[],'end_time':'later'}");
}

inline std::string flightRecorder()
{
    return json("{'version':'2.9','comm_lib_version':'2.21.5','pg_config':{'0':{'name':'0','desc':'default_pg','ranks':"
                "'[0, 1]'}},"
                "'pg_status':{'0':{'last_enqueued_collective':'7'}},'entries':["
                "{'record_id':41,'pg_id':0,'process_group':['0','default_pg'],'collective_seq_id':7,'p2p_seq_id':0,"
                "'profiling_name':'nccl:all_reduce','time_created_ns':1700000000000000001,'duration_ms':1.5,"
                "'input_sizes':[[3,4],[]],'input_dtypes':['Float'],'output_sizes':[[3,4]],'state':'completed',"
                "'time_discovered_started_ns':1700000000000000005,'time_discovered_completed_ns':1700000000000000009,"
                "'is_p2p':false},"
                "{'record_id':42,'process_group':['1','undefined'],'p2p_seq_id':3,'collective_seq_id':7,"
                "'profiling_name':'nccl:send 0->1','time_created_ns':1700000000000000011,'state':'scheduled',"
                "'time_discovered_started_ns':0,'time_discovered_completed_ns':null,'is_p2p':true}]}");
}

inline std::string collectEnv()
{
    return "Collecting environment information...\n"
           "PyTorch version: 2.4.0+cu121\n"
           "Is debug build: False\n"
           "CUDA used to build PyTorch: 12.1\n"
           "ROCM used to build PyTorch: N/A\n"
           "\n"
           "OS: Ubuntu 22.04.4 LTS (x86_64)\n"
           "GCC version: (Ubuntu 11.4.0) 11.4.0\n"
           "Clang version: Could not collect\n"
           "Libc version: glibc-2.35\n"
           "\n"
           "Python version: 3.10.12 (main) [GCC 11.4.0] (64-bit runtime)\n"
           "Python platform: Linux-5.15.0-x86_64-with-glibc2.35\n"
           "Is CUDA available: True\n"
           "CUDA runtime version: 12.1.105\n"
           "CUDA_MODULE_LOADING set to: LAZY\n"
           "GPU models and configuration: \n"
           "GPU 0: NVIDIA H100 80GB HBM3\n"
           "GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-123)\n"
           "\n"
           "Nvidia driver version: 535.161.08\n"
           "cuDNN version: Probably one of the following:\n"
           "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.7\n"
           "/usr/lib/x86_64-linux-gnu/libcudnn_adv_infer.so.8.9.7\n"
           "HIP runtime version: N/A\n"
           "Is XNNPACK available: True\n"
           "\n"
           "CPU:\n"
           "Architecture:                    x86_64\n"
           "Model name:                      Intel(R) Xeon(R) Platinum 8480C\n"
           "\n"
           "Versions of relevant libraries:\n"
           "[pip3] numpy==1.26.4\n"
           "[pip3] nvidia-nccl-cu12==2.20.5\n"
           "[pip3] torch==2.4.0\n"
           "[pip3] triton==3.0.0\n"
           "[conda] blas                      1.0                         mkl  \n";
}

inline std::string manifest()
{
    return json("{'schema':'headwater.manifest/1','values':{'model':'gpt-7b','global_batch_size':512,"
                "'deterministic':false,'nothing':null,'list':[1]}}");
}

inline std::string rankSummary()
{
    return json("{'schema':'headwater.rank-summary/1','generator':{'name':'headwater'},'rank':0}");
}

inline std::string investigation()
{
    return json("{\n  'schema': 'headwater.investigation/1',\n  'baseline': ['a'], 'current': ['b']}");
}

inline std::string pickledDump()
{
    return std::string("\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}(\x8c\x07version\x94\x8c\x03", 26) +
           "2.9\x94\x8c\x09pg_config\x94\x8c\x07"
           "entries\x94]\x94.";
}

}  // namespace headwater::test
