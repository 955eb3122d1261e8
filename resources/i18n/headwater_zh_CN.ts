<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Cause</name>
    <message>
        <source>No compute ran and the launching thread was waiting for the data loader. HTA counts it as host_wait, TraceLens as idle.</source>
        <translation>没有计算在运行，启动线程在等待数据加载器。HTA 计为 host_wait，TraceLens 计为空闲。</translation>
    </message>
    <message>
        <source>H2D</source>
        <translation>H2D</translation>
    </message>
    <message>
        <source>No compute ran while data was copied to the device. TraceLens: exposed_memcpy; HTA: non-compute time; Nsight Systems: a HtoD memory operation.</source>
        <translation>数据正在拷贝到设备，没有计算在运行。TraceLens：exposed_memcpy；HTA：非计算时间；Nsight Systems：HtoD 内存操作。</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>The host had not launched the next kernel yet, or had at most 10 µs ago. HTA: host_wait (all of the gap) or kernel_wait; Nsight Systems recipe gpu_gaps.</source>
        <translation>主机还没有启动下一个 kernel，或启动不超过 10 µs。HTA：host_wait（整个间隙）或 kernel_wait；Nsight Systems 的 gpu_gaps。</translation>
    </message>
    <message>
        <source>GC</source>
        <translation>GC</translation>
    </message>
    <message>
        <source>The next kernel was late because the launching thread collected garbage. HTA counts it as host_wait, TraceLens as idle.</source>
        <translation>启动线程在回收垃圾，下一个 kernel 因此推迟。HTA 计为 host_wait，TraceLens 计为空闲。</translation>
    </message>
    <message>
        <source>alloc</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>The next kernel was late because the launching thread asked for device memory or gave it back. HTA counts it as host_wait, TraceLens as idle.</source>
        <translation>启动线程在申请或归还显存，下一个 kernel 因此推迟。HTA 计为 host_wait，TraceLens 计为空闲。</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>The next kernel was late because the launching thread stood in a synchronising call. HTA counts it as host_wait, TraceLens as idle.</source>
        <translation>启动线程停在同步调用中，下一个 kernel 因此推迟。HTA 计为 host_wait，TraceLens 计为空闲。</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>A collective ran alone and waited for other ranks. Part of TraceLens&apos; exposed_comm and HTA&apos;s non-compute time; Nsight Systems recipe nccl_gpu_overlap_trace.</source>
        <translation>只有一个集合通信在运行，并在等待其他 rank。属于 TraceLens 的 exposed_comm 与 HTA 的非计算时间；Nsight Systems 的 nccl_gpu_overlap_trace。</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>A collective ran alone and moved data, or nothing tells its waiting. Part of TraceLens&apos; exposed_comm and HTA&apos;s non-compute time.</source>
        <translation>只有一个集合通信在运行，正在传输数据，或无从得知其等待。属于 TraceLens 的 exposed_comm 与 HTA 的非计算时间。</translation>
    </message>
    <message>
        <source>dep</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>The next kernel was launched and waited for other device work, or other copies and memsets ran. HTA: other; TraceLens: idle or exposed_memcpy.</source>
        <translation>下一个 kernel 已启动并在等待其他设备工作，或有其他拷贝与置位在运行。HTA：other；TraceLens：空闲或 exposed_memcpy。</translation>
    </message>
    <message>
        <source>?</source>
        <translation>？</translation>
    </message>
    <message>
        <source>Nothing in the trace says what the launched kernel waited for. HTA: other; TraceLens: idle.</source>
        <translation>trace 中没有说明已启动的 kernel 在等什么。HTA：other；TraceLens：空闲。</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
</context>
<context>
    <name>FetchDialog</name>
    <message>
        <source>Write a time as 2026-11-29T23:24:00Z, as −90m before now, or now.</source>
        <translation>时间请写成 2026-11-29T23:24:00Z、now 之前的 −90m，或 now。</translation>
    </message>
    <message>
        <source>The start is not understood. %1</source>
        <translation>不理解起点。%1</translation>
    </message>
    <message>
        <source>The end is not understood. %1</source>
        <translation>不理解终点。%1</translation>
    </message>
    <message>
        <source>The resolution is not understood. Write 15s, 500ms or 1m.</source>
        <translation>不理解分辨率。请写 15s、500ms 或 1m。</translation>
    </message>
    <message>
        <source>The range ends before it begins. Swap start and end.</source>
        <translation>范围的终点早于起点。请交换起点与终点。</translation>
    </message>
    <message>
        <source>That is more than ten million points a series. Take a shorter range or a coarser resolution.</source>
        <translation>每个序列会超过一千万个点。请缩短范围或降低分辨率。</translation>
    </message>
    <message>
        <source>The environment variable %1 is empty. Set it before starting Headwater, or type the token.</source>
        <translation>环境变量 %1 为空。请在启动 Headwater 之前设置它，或输入令牌。</translation>
    </message>
    <message>
        <source>Type the token, or choose no authentication.</source>
        <translation>请输入令牌，或选择不认证。</translation>
    </message>
    <message>
        <source>Give the server&apos;s address, http://HOST:PORT or https://…</source>
        <translation>请给出服务器地址，http://HOST:PORT 或 https://…</translation>
    </message>
    <message>
        <source>There is no query. Write one a line, or take the built-in ones.</source>
        <translation>没有查询。请每行写一个，或使用内置查询。</translation>
    </message>
    <message>
        <source>Say which file to write.</source>
        <translation>请指定要写的文件。</translation>
    </message>
    <message>
        <source>The server wants a token, or another one: choose it under Authentication.</source>
        <translation>服务器要求令牌，或另一个令牌：请在“认证”中选择。</translation>
    </message>
    <message>
        <source>Is the server there and fast enough? Raise the time limit, or ask for less.</source>
        <translation>服务器是否在运行、是否够快？请提高时限，或减少请求。</translation>
    </message>
    <message>
        <source>Check the time range and the queries.</source>
        <translation>请检查时间范围与查询。</translation>
    </message>
    <message>
        <source>Ask for a shorter range or a coarser resolution.</source>
        <translation>请缩短范围或降低分辨率。</translation>
    </message>
</context>
<context>
    <name>FlowNodes</name>
    <message>
        <source>1 finding</source>
        <translation>1 个发现</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 个发现</translation>
    </message>
    <message>
        <source>step time not measured</source>
        <translation>step 时间未测得</translation>
    </message>
    <message>
        <source>step %1 → %2</source>
        <translation>step %1 → %2</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Next: clear %1, which fails, or say why you go on.</source>
        <translation>下一步：解决未通过的%1，或说明为何继续。</translation>
    </message>
    <message>
        <source>Next: look at %1, %2.</source>
        <translation>下一步：查看%1，%2。</translation>
    </message>
    <message>
        <source>Next: read the outcome and what to try.</source>
        <translation>下一步：阅读结论以及可尝试的办法。</translation>
    </message>
    <message>
        <source>Every layer that asks for it was looked at.</source>
        <translation>需要查看的层都已看过。</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未提问</translation>
    </message>
    <message>
        <source>%1 of %2 findings</source>
        <translation>%1/%2 个发现</translation>
    </message>
    <message>
        <source>Next: look at %1: %2.</source>
        <translation>下一步：查看%1：%2。</translation>
    </message>
    <message>
        <source>Nothing regressed in what was judged, and no layer asks to be looked at.</source>
        <translation>已判定的部分没有退化，也没有哪一层需要查看。</translation>
    </message>
    <message>
        <source>%1 fails</source>
        <translation>%1未通过</translation>
    </message>
    <message>
        <source>%1 has no data</source>
        <translation>%1没有数据</translation>
    </message>
    <message>
        <source>conditional: %1</source>
        <translation>有条件：%1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
</context>
<context>
    <name>InputChanges</name>
    <message>
        <source>is not there any more</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>is new, %1</source>
        <translation>是新增的，%1</translation>
    </message>
    <message>
        <source>other content, %1 as before</source>
        <translation>内容不同，大小仍为 %1</translation>
    </message>
    <message>
        <source>other content, %1 instead of %2</source>
        <translation>内容不同，现为 %1，原为 %2</translation>
    </message>
    <message>
        <source>and 1 more file</source>
        <translation>以及另外 1 个文件</translation>
    </message>
    <message>
        <source>and %1 more files</source>
        <translation>以及另外 %1 个文件</translation>
    </message>
    <message>
        <source>Not the inputs that were read before: %1. What is shown is judged anew; the notes were written about the earlier ones.</source>
        <translation>输入已不是之前读取的内容：%1。当前显示的是重新判断的结果；笔记是针对之前的输入写的。</translation>
    </message>
</context>
<context>
    <name>IsolationViews</name>
    <message>
        <source>synthetic data</source>
        <translation>合成数据</translation>
    </message>
    <message>
        <source>straggler hunt</source>
        <translation>掉队者排查</translation>
    </message>
    <message>
        <source>nccl-tests</source>
        <translation>nccl-tests</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>it or its partner</source>
        <translation>它或它的搭档</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>做什么</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Two minutes are taken for one small check, the minutes per run above for the job itself</source>
        <translation>一次小检查按两分钟计，作业本身按上面的每次运行分钟数计</translation>
    </message>
    <message>
        <source>What it proves</source>
        <translation>证明什么</translation>
    </message>
    <message>
        <source>What it showed</source>
        <translation>结果说明了什么</translation>
    </message>
    <message>
        <source>%1 nodes, %2 runs, about %3 GPU-hours</source>
        <translation>%1 个节点，%2 次运行，约 %3 GPU 小时</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>nccl-tests: than the baseline of the same nodes. Synthetic data: the data set than random tensors. Median of the repeats</source>
        <translation>nccl-tests：与相同节点的基线相比；合成数据：数据集与随机张量相比。取重复运行的中位数</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>Bootstrap over the repeats</source>
        <translation>对各次重复做自助法</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Measured, or somebody&apos;s word</source>
        <translation>测得，或某人的说法</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>The least of its rounds, in the unit of the file</source>
        <translation>各轮中的最小值，单位同文件</translation>
    </message>
    <message>
        <source>Of the median</source>
        <translation>与中位数之比</translation>
    </message>
    <message>
        <source>1 is as long as the node in the middle</source>
        <translation>1 表示与居中的节点一样久</translation>
    </message>
    <message>
        <source>Partners</source>
        <translation>搭档数</translation>
    </message>
    <message>
        <source>Different groups that it ran in</source>
        <translation>它参与过的不同分组数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>In pairs: slow beyond twice the median with each of two partners</source>
        <translation>成对时：与两个搭档都超过中位数的两倍即为慢</translation>
    </message>
    <message>
        <source>pair of the next round</source>
        <translation>下一轮的配对</translation>
    </message>
</context>
<context>
    <name>LanguageChoice</name>
    <message>
        <source>%1 from the next start of Headwater on: texts of this window do not change while it is open.</source>
        <translation>下次启动 Headwater 时使用 %1：此窗口打开期间文字不变。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>About Headwater</source>
        <translation>关于 Headwater</translation>
    </message>
    <message>
        <source>Headwater %1</source>
        <translation>Headwater %1</translation>
    </message>
    <message>
        <source>Finds where a slowdown of distributed training starts, not where it hurts most.
Free software under the GNU General Public License, version 3 or later.</source>
        <translation>找出分布式训练变慢从哪里开始，而不是哪里最慢。
自由软件，采用 GNU 通用公共许可证第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 + %2 steps compared</source>
        <translation>比较了 %1 + %2 个 step</translation>
    </message>
    <message>
        <source>%1 warm-up left out</source>
        <translation>舍去 %1 个预热 step</translation>
    </message>
    <message>
        <source>stages: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>%1 is now %2</source>
        <translation>%1 现在是 %2</translation>
    </message>
    <message>
        <source>Inputs were moved and found again by their content:
%1</source>
        <translation>输入已被移动，并按内容重新找到：
%1</translation>
    </message>
    <message>
        <source>Open with these</source>
        <translation>用这些打开</translation>
    </message>
    <message>
        <source>Headwater ended on %1 without saving: %2.</source>
        <translation>Headwater 于 %1 未保存即结束：%2。</translation>
    </message>
    <message>
        <source>Another window restores it already.</source>
        <translation>另一个窗口已在恢复它。</translation>
    </message>
    <message>
        <source>a plan at scale, without runs</source>
        <translation>大规模计划，没有运行</translation>
    </message>
    <message>
        <source>You were in the case “%1” of the workshop; your answers are kept.</source>
        <translation>上次您停在研讨案例“%1”中；您的作答已保留。</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>继续该案例</translation>
    </message>
</context>
<context>
    <name>PairViews</name>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 against the baseline</source>
        <translation>相对基线 %1</translation>
    </message>
    <message>
        <source>%1 against its peers, no baseline</source>
        <translation>相对同类 %1，没有基线</translation>
    </message>
    <message>
        <source>outlier</source>
        <translation>离群</translation>
    </message>
    <message>
        <source>below the baseline</source>
        <translation>低于基线</translation>
    </message>
    <message>
        <source>modified z %1 among its peers</source>
        <translation>在同类中的修正 z 为 %1</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>20 % faster</source>
        <translation>快 20 %</translation>
    </message>
    <message>
        <source>20 % slower</source>
        <translation>慢 20 %</translation>
    </message>
    <message>
        <source>Pairs of nodes, %1</source>
        <translation>节点对，%1</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>No pair of nodes was measured</source>
        <translation>没有测量任何节点对</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>离群者</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>More than 5 % below the baseline of the same pair, or an outlier by the modified z among the pairs of its kind</source>
        <translation>比同一对的基线低 5 % 以上，或按修正 z 在同类节点对中离群</translation>
    </message>
    <message>
        <source>leaf switch %1</source>
        <translation>叶交换机 %1</translation>
    </message>
    <message>
        <source>all of its measured nodes are suspects</source>
        <translation>其所有测过的节点都有嫌疑</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1 of its %2 pairs are slow, median %3</source>
        <translation>它的 %2 个节点对中有 %1 个慢，中位数 %3</translation>
    </message>
    <message>
        <source>pair %1 and %2</source>
        <translation>节点对 %1 与 %2</translation>
    </message>
    <message>
        <source>path between leaf switches %1 and %2</source>
        <translation>叶交换机 %1 与 %2 之间的路径</translation>
    </message>
    <message>
        <source>%1 of its %2 pairs are slow</source>
        <translation>其 %2 对中有 %1 对慢</translation>
    </message>
</context>
<context>
    <name>PaletteEntries</name>
    <message>
        <source>stage, %1</source>
        <translation>阶段，%1</translation>
    </message>
    <message>
        <source>finding, %1</source>
        <translation>发现，%1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>note, %1</source>
        <translation>批注，%1</translation>
    </message>
    <message>
        <source>recent investigation, %1</source>
        <translation>最近的调查，%1</translation>
    </message>
    <message>
        <source>recent pair</source>
        <translation>最近的一对</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近(&amp;R)</translation>
    </message>
</context>
<context>
    <name>ProblemAdvice</name>
    <message>
        <source>Select the file and give it its rank.</source>
        <translation>选中该文件并给出其 rank。</translation>
    </message>
    <message>
        <source>Select the file and say what its times are counted in.</source>
        <translation>选中该文件并说明其时间的单位。</translation>
    </message>
    <message>
        <source>If the other number is right, give the file that rank.</source>
        <translation>若另一个编号正确，请把该 rank 给这个文件。</translation>
    </message>
    <message>
        <source>If hosts share these numbers, give every file its rank in the whole job.</source>
        <translation>若各主机共用这些编号，请给每个文件其在整个作业中的 rank。</translation>
    </message>
    <message>
        <source>Take the rank back: a file of several ranks names them itself.</source>
        <translation>收回 rank：多个 rank 的文件自己会写明。</translation>
    </message>
    <message>
        <source>Give one of the files another rank, move it to the other run, or ignore it.</source>
        <translation>给其中一个文件另一个 rank，把它移到另一次运行，或忽略它。</translation>
    </message>
    <message>
        <source>Add the files of these ranks to the run and reload.</source>
        <translation>把这些 rank 的文件加入运行并重新加载。</translation>
    </message>
    <message>
        <source>Check that all files are of one job; ignore or move those that are not.</source>
        <translation>检查所有文件是否属于同一作业；忽略或移走不属于的。</translation>
    </message>
    <message>
        <source>Ignore either the traces or the stage metrics.</source>
        <translation>忽略 trace 或忽略阶段指标，二者选一。</translation>
    </message>
    <message>
        <source>If two captures are in one file, split them; else ignore one of the files.</source>
        <translation>若一个文件中有两次采集，请拆分；否则忽略其中一个文件。</translation>
    </message>
    <message>
        <source>If all times look wrong, say what they are counted in.</source>
        <translation>若所有时间都不对，请说明其单位。</translation>
    </message>
    <message>
        <source>Export the file again, or ignore it.</source>
        <translation>重新导出该文件，或忽略它。</translation>
    </message>
    <message>
        <source>Select the file and give rules that say where the rank stands.</source>
        <translation>选中该文件，给出说明 rank 位置的规则。</translation>
    </message>
    <message>
        <source>Select the file and give rules that name these events.</source>
        <translation>选中该文件，给出命名这些事件的规则。</translation>
    </message>
    <message>
        <source>Select the file to use it again.</source>
        <translation>选中该文件以重新使用它。</translation>
    </message>
    <message>
        <source>Nothing: a note on how the file was read.</source>
        <translation>无需处理：只是说明该文件如何读取。</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ReferenceTrouble</name>
    <message>
        <source>a page “%1”</source>
        <translation>页面“%1”</translation>
    </message>
    <message>
        <source>a stage “%1”</source>
        <translation>阶段“%1”</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>a finding “%1”</source>
        <translation>发现“%1”</translation>
    </message>
    <message>
        <source>The reference names what is not in this comparison: %1. Everything else of it is shown; see whether it belongs to other runs.</source>
        <translation>该引用指向本次比较中没有的内容：%1。其余部分已显示；请检查它是否属于其他运行。</translation>
    </message>
    <message>
        <source>the run “%1” as the baseline</source>
        <translation>作为基线的运行“%1”</translation>
    </message>
    <message>
        <source>the run “%1” as the current run</source>
        <translation>作为当前运行的运行“%1”</translation>
    </message>
</context>
<context>
    <name>SaveQuestion</name>
    <message>
        <source>Save what you wrote?</source>
        <translation>保存您写下的内容？</translation>
    </message>
    <message>
        <source>Notes and decisions in “%1” are not saved.</source>
        <translation>“%1”中的备注与决定尚未保存。</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>不保存就会丢失。</translation>
    </message>
    <message>
        <source>&amp;Save (Enter)</source>
        <translation>保存(&amp;S) (Enter)</translation>
    </message>
    <message>
        <source>&amp;Discard (Alt+D)</source>
        <translation>放弃(&amp;D) (Alt+D)</translation>
    </message>
    <message>
        <source>&amp;Cancel (Esc)</source>
        <translation>取消(&amp;C) (Esc)</translation>
    </message>
</context>
<context>
    <name>ScaleViews</name>
    <message>
        <source>experiment %1, group %2: %3</source>
        <translation>实验 %1，组 %2：%3</translation>
    </message>
    <message>
        <source>suspected</source>
        <translation>有嫌疑</translation>
    </message>
    <message>
        <source>cleared</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>good</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>switch unknown</source>
        <translation>交换机未知</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>In the order in which they were run, and the group in it</source>
        <translation>按运行的先后，以及其中的组</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>Median of the repeats against a baseline of the same size</source>
        <translation>各次重复的中位数，相对同规模的基线</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>Bootstrap over the repeats</source>
        <translation>对各次重复做自助法</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Slow: the whole interval lies above ε. Good: below it. Invalid: an invariant moved, so the group says nothing about the fault</source>
        <translation>慢：整个区间高于 ε。正常：低于 ε。无效：某个不变量变了，因此该组对故障不说明任何问题</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Measured, or somebody&apos;s word</source>
        <translation>测得，或某人的说法</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>All groups run at the same time</source>
        <translation>所有组同时运行</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>Groups that turn out slow</source>
        <translation>结果为慢的组</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>可能性</translation>
    </message>
    <message>
        <source>Kinds of faults being equally likely: assumed, not measured</source>
        <translation>假定各类故障同样可能：是假定，不是测得</translation>
    </message>
    <message>
        <source>Then it is</source>
        <translation>则故障是</translation>
    </message>
    <message>
        <source>What this outcome leaves</source>
        <translation>这一结果留下的可能</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Nothing was measured yet: the job is slow on %1 GPUs.</source>
        <translation>尚未测量：作业在 %1 块 GPU 上慢。</translation>
    </message>
    <message>
        <source>%1: groups slow %2, good %3, inconclusive %4, invalid %5; about %6 GPU-hours spent.</source>
        <translation>%1：慢 %2 组，正常 %3 组，无法判定 %4 组，无效 %5 组；约用去 %6 GPU 小时。</translation>
    </message>
    <message>
        <source>1 experiment</source>
        <translation>1 次实验</translation>
    </message>
    <message>
        <source>%1 experiments</source>
        <translation>%1 次实验</translation>
    </message>
    <message>
        <source>Inconclusive and invalid groups prove nothing.</source>
        <translation>无法判定和无效的组不证明任何事。</translation>
    </message>
    <message>
        <source>Some results are somebody&apos;s word, not measured.</source>
        <translation>部分结果是某人的说法，不是测得。</translation>
    </message>
    <message>
        <source>%1 of each group, about %2 GPU-hours; each against a baseline of its own size.</source>
        <translation>每组%1，约 %2 GPU 小时；各与同规模的基线比较。</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>运行 1 次</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>运行 %1 次</translation>
    </message>
    <message>
        <source>Somebody&apos;s word: nothing to check</source>
        <translation>由人口头给出：没有可核对的内容</translation>
    </message>
    <message>
        <source>equal: %1</source>
        <translation>相同：%1</translation>
    </message>
    <message>
        <source>not told: %1</source>
        <translation>未说明：%1</translation>
    </message>
    <message>
        <source>moved: %1</source>
        <translation>变动：%1</translation>
    </message>
    <message>
        <source>Invariants</source>
        <translation>不变量</translation>
    </message>
    <message>
        <source>What must not differ between the sides and between the experiments, or the group says nothing</source>
        <translation>两侧之间、各实验之间不得不同的内容，否则该组不说明任何问题</translation>
    </message>
    <message>
        <source>The training job itself, kept in the shell&apos;s variable JOB, on just these nodes; message sizes, batch per GPU, sequence lengths and parallel sizes stay as they are</source>
        <translation>训练作业本身（保存在 shell 变量 JOB 中），只在这些节点上运行；消息大小、每 GPU 批量、序列长度和并行规模保持不变</translation>
    </message>
</context>
<context>
    <name>Scatter</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Menu of all actions</source>
        <translation>所有操作的菜单</translation>
    </message>
    <message>
        <source>Back and forward buttons of the mouse</source>
        <translation>鼠标的后退与前进键</translation>
    </message>
    <message>
        <source>Earlier and later views</source>
        <translation>较早与较晚的视图</translation>
    </message>
    <message>
        <source>Ctrl+C, menu key</source>
        <translation>Ctrl+C、菜单键</translation>
    </message>
    <message>
        <source>In a chart: copy as table; copy as image, export</source>
        <translation>在图中：复制为表格；复制为图像、导出</translation>
    </message>
    <message>
        <source>In a chart: select</source>
        <translation>在图中：选择</translation>
    </message>
    <message>
        <source>In the flowchart: move, open, unfold and fold</source>
        <translation>在流程图中：移动、打开、展开与折叠</translation>
    </message>
    <message>
        <source>Enter, menu key</source>
        <translation>Enter、菜单键</translation>
    </message>
    <message>
        <source>On a finding: select and unfold; accept, dismiss, annotate</source>
        <translation>在发现上：选择并展开；接受、驳回、批注</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>StageBarChart</name>
    <message>
        <source>slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>first %1 %2</source>
        <translation>最先 %1 %2</translation>
    </message>
    <message>
        <source>%1 on rank %2</source>
        <translation>%1，在 rank %2 上</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>muted: after the first</source>
        <translation>变浅：在首个之后</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>No stages to show</source>
        <translation>没有可显示的阶段</translation>
    </message>
    <message>
        <source>not split</source>
        <translation>未拆分</translation>
    </message>
</context>
<context>
    <name>StageBars</name>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>baseline %1, current %2</source>
        <translation>基线 %1，当前 %2</translation>
    </message>
    <message>
        <source>downstream of the first</source>
        <translation>在首个的下游</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>no data: this run has no traces</source>
        <translation>无数据：这次运行没有 trace</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>All actions (F10)</source>
        <translation>全部操作（F10）</translation>
    </message>
</context>
<context>
    <name>TopologyMap</name>
    <message>
        <source>spine unknown</source>
        <translation>脊交换机未知</translation>
    </message>
    <message>
        <source>next experiment:</source>
        <translation>下一个实验：</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>regressed</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>improved</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>no regression</source>
        <translation>没有变慢</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>不可比</translation>
    </message>
    <message>
        <source>need more data</source>
        <translation>需要更多数据</translation>
    </message>
    <message>
        <source>within-run evidence only</source>
        <translation>仅单次运行内的证据</translation>
    </message>
    <message>
        <source>evidence across runs</source>
        <translation>跨运行的证据</translation>
    </message>
    <message>
        <source>not regressed</source>
        <translation>未变慢</translation>
    </message>
    <message>
        <source>below floor</source>
        <translation>低于下限</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>latent</source>
        <translation>隐患</translation>
    </message>
    <message>
        <source>cost shift</source>
        <translation>开销转移</translation>
    </message>
    <message>
        <source>systemic</source>
        <translation>系统性</translation>
    </message>
    <message>
        <source>localised</source>
        <translation>局部性</translation>
    </message>
    <message>
        <source>systemic and localised</source>
        <translation>系统性与局部性</translation>
    </message>
    <message>
        <source>shift</source>
        <translation>整体偏移</translation>
    </message>
    <message>
        <source>tail only</source>
        <translation>仅尾部</translation>
    </message>
    <message>
        <source>shift and tail</source>
        <translation>偏移与尾部</translation>
    </message>
    <message>
        <source>rare steps</source>
        <translation>罕见 step</translation>
    </message>
    <message>
        <source>correctness</source>
        <translation>正确性</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>stragglers</source>
        <translation>掉队 rank</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>look</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>测得</translation>
    </message>
    <message>
        <source>ƒ derived</source>
        <translation>ƒ 推导</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>same configuration</source>
        <translation>配置相同</translation>
    </message>
    <message>
        <source>one variable changed</source>
        <translation>一个变量改变</translation>
    </message>
    <message>
        <source>confounded</source>
        <translation>混杂</translation>
    </message>
    <message>
        <source>note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Median over steps: where the typical step moved</source>
        <translation>各 step 的中位数：典型 step 移到哪里</translation>
    </message>
    <message>
        <source>Mean over steps: what adds up to the total time</source>
        <translation>各 step 的均值：加起来就是总时间</translation>
    </message>
    <message>
        <source>95th percentile over steps: the slow tail; wants 72 steps or more</source>
        <translation>各 step 的第 95 百分位：慢尾部；需要 72 个 step 以上</translation>
    </message>
    <message>
        <source>99th percentile over steps: the far tail; wants 368 steps or more</source>
        <translation>各 step 的第 99 百分位：最远的尾部；需要 368 个 step 以上</translation>
    </message>
    <message>
        <source>The stage&apos;s share of the step&apos;s wall time; spans add up to the step</source>
        <translation>该阶段占 step 墙钟时间的份额；各跨度之和即为 step</translation>
    </message>
    <message>
        <source>Time between the stage&apos;s start and end on the CPU threads</source>
        <translation>该阶段在 CPU 线程上从开始到结束的时间</translation>
    </message>
    <message>
        <source>Time in which the device worked for the stage</source>
        <translation>设备为该阶段工作的时间</translation>
    </message>
    <message>
        <source>Time in which compute kernels of the stage ran</source>
        <translation>该阶段的计算 kernel 运行的时间</translation>
    </message>
    <message>
        <source>The whole interval lies above the threshold, and the change above the floor</source>
        <translation>整个区间在阈值之上，且变化超过下限</translation>
    </message>
    <message>
        <source>The whole interval lies at or below the threshold</source>
        <translation>整个区间在阈值或以下</translation>
    </message>
    <message>
        <source>The interval crosses the threshold: more steps are needed</source>
        <translation>区间跨越阈值：需要更多 step</translation>
    </message>
    <message>
        <source>The whole interval lies below minus the threshold</source>
        <translation>整个区间在负阈值以下</translation>
    </message>
    <message>
        <source>The change is too small in absolute terms to count</source>
        <translation>变化的绝对值太小，不计</translation>
    </message>
    <message>
        <source>The stage exists in the current run only</source>
        <translation>该阶段只在当前运行中</translation>
    </message>
    <message>
        <source>The stage exists in the baseline only: not an improvement</source>
        <translation>该阶段只在基线中：不算改进</translation>
    </message>
    <message>
        <source>Slower, but hidden behind other work: the step does not feel it yet</source>
        <translation>变慢，但隐藏在其他工作之后：step 还没有感觉到</translation>
    </message>
    <message>
        <source>Time moved between neighbouring stages, their sum did not grow</source>
        <translation>时间在相邻阶段之间转移，其总和没有增长</translation>
    </message>
    <message>
        <source>Read from the data</source>
        <translation>从数据中读出</translation>
    </message>
    <message>
        <source>A formula on measurements</source>
        <translation>由测量值按公式算出</translation>
    </message>
    <message>
        <source>A rule&apos;s conclusion, not a measurement</source>
        <translation>规则得出的结论，不是测量</translation>
    </message>
    <message>
        <source>A default, or your word</source>
        <translation>默认值，或您的说明</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>1 Correctness</source>
        <translation>1 正确性</translation>
    </message>
    <message>
        <source>2 Resources</source>
        <translation>2 资源</translation>
    </message>
    <message>
        <source>3 Timeline</source>
        <translation>3 时间线</translation>
    </message>
    <message>
        <source>IO or communication?</source>
        <translation>IO 还是通信？</translation>
    </message>
    <message>
        <source>4 Stragglers</source>
        <translation>4 掉队 rank</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结论</translation>
    </message>
</context>
<context>
    <name>headwater</name>
    <message>
        <source>&amp;New comparison…</source>
        <translation>新建比较(&amp;N)…</translation>
    </message>
    <message>
        <source>Choose two runs</source>
        <translation>选择两次运行</translation>
    </message>
    <message>
        <source>Open &amp;investigation…</source>
        <translation>打开调查(&amp;I)…</translation>
    </message>
    <message>
        <source>Open a .headwater file</source>
        <translation>打开 .headwater 文件</translation>
    </message>
    <message>
        <source>&amp;Save investigation…</source>
        <translation>保存调查(&amp;S)…</translation>
    </message>
    <message>
        <source>Keep runs and settings in a file</source>
        <translation>把运行与设置保存到文件</translation>
    </message>
    <message>
        <source>Open the s&amp;ample investigation</source>
        <translation>打开示例调查(&amp;A)</translation>
    </message>
    <message>
        <source>Two small simulated runs with a fault in one</source>
        <translation>两次小型模拟运行，其中一次有故障</translation>
    </message>
    <message>
        <source>&amp;Export report…</source>
        <translation>导出报告(&amp;E)…</translation>
    </message>
    <message>
        <source>Write a report that opens in any browser</source>
        <translation>写出任何浏览器都能打开的报告</translation>
    </message>
    <message>
        <source>Fetch from &amp;Prometheus…</source>
        <translation>从 Prometheus 获取(&amp;P)…</translation>
    </message>
    <message>
        <source>GPU, network and host metrics of a time range, as a file for a run</source>
        <translation>某一时间范围的 GPU、网络与主机指标，存为运行的文件</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Take back the last change of inputs or notes</source>
        <translation>撤销对输入或批注的上一次更改</translation>
    </message>
    <message>
        <source>Re&amp;do</source>
        <translation>重做(&amp;D)</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>再次做出更改</translation>
    </message>
    <message>
        <source>Choose &amp;baseline folder…</source>
        <translation>选择基线文件夹(&amp;B)…</translation>
    </message>
    <message>
        <source>The run that was fine</source>
        <translation>正常的那次运行</translation>
    </message>
    <message>
        <source>Choose &amp;current folder…</source>
        <translation>选择当前文件夹(&amp;C)…</translation>
    </message>
    <message>
        <source>The run that is slow</source>
        <translation>变慢的那次运行</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>Read both runs again</source>
        <translation>重新读取两次运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop what is being read or computed</source>
        <translation>停止正在读取或计算的内容</translation>
    </message>
    <message>
        <source>Add a &amp;note…</source>
        <translation>添加批注(&amp;N)…</translation>
    </message>
    <message>
        <source>Pinned to what is selected</source>
        <translation>钉在所选内容上</translation>
    </message>
    <message>
        <source>&amp;Bookmark this view…</source>
        <translation>为此视图加书签(&amp;B)…</translation>
    </message>
    <message>
        <source>To come back to what is selected</source>
        <translation>以便回到所选内容</translation>
    </message>
    <message>
        <source>Copy re&amp;ference</source>
        <translation>复制引用(&amp;F)</translation>
    </message>
    <message>
        <source>Of the present view, as text for a colleague</source>
        <translation>当前视图的引用，以文本形式给同事</translation>
    </message>
    <message>
        <source>Open reference…</source>
        <translation>打开引用…</translation>
    </message>
    <message>
        <source>Go to the view that a reference names</source>
        <translation>前往引用所指的视图</translation>
    </message>
    <message>
        <source>Bac&amp;k</source>
        <translation>后退(&amp;K)</translation>
    </message>
    <message>
        <source>To the view before</source>
        <translation>回到前一个视图</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>To the view after</source>
        <translation>去往后一个视图</translation>
    </message>
    <message>
        <source>Search actions…</source>
        <translation>搜索操作…</translation>
    </message>
    <message>
        <source>Find any action, page, stage, rank or finding</source>
        <translation>查找任何操作、页面、阶段、rank 或发现</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>概览(&amp;O)</translation>
    </message>
    <message>
        <source>The answer and the stages</source>
        <translation>答案与各阶段</translation>
    </message>
    <message>
        <source>&amp;Correctness</source>
        <translation>正确性(&amp;C)</translation>
    </message>
    <message>
        <source>Loss, what differs between the runs, and what a repeat needs</source>
        <translation>loss、两次运行有何不同，以及重复运行需要什么</translation>
    </message>
    <message>
        <source>&amp;Resources</source>
        <translation>资源(&amp;R)</translation>
    </message>
    <message>
        <source>Devices and hosts: clocks, errors, memory, network</source>
        <translation>设备与主机：时钟、错误、内存、网络</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>What devices and threads did when</source>
        <translation>设备与线程何时做了什么</translation>
    </message>
    <message>
        <source>&amp;Bubbles</source>
        <translation>气泡(&amp;B)</translation>
    </message>
    <message>
        <source>Why the device does not compute: IO or communication?</source>
        <translation>设备为何不计算：IO 还是通信？</translation>
    </message>
    <message>
        <source>S&amp;tragglers</source>
        <translation>掉队 rank(&amp;T)</translation>
    </message>
    <message>
        <source>Are the ranks uneven?</source>
        <translation>各 rank 是否不均？</translation>
    </message>
    <message>
        <source>&amp;What-if</source>
        <translation>假设分析(&amp;W)</translation>
    </message>
    <message>
        <source>What fixing a stage or a rank could give, by replay</source>
        <translation>通过回放得知修复某个阶段或 rank 能得到什么</translation>
    </message>
    <message>
        <source>&amp;Inputs</source>
        <translation>输入(&amp;I)</translation>
    </message>
    <message>
        <source>Files, ranks, steps and problems</source>
        <translation>文件、rank、step 与问题</translation>
    </message>
    <message>
        <source>&amp;Findings panel</source>
        <translation>发现面板(&amp;F)</translation>
    </message>
    <message>
        <source>Show or hide the findings</source>
        <translation>显示或隐藏发现</translation>
    </message>
    <message>
        <source>Theme of the desktop</source>
        <translation>桌面主题</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>随桌面明暗</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Up to twice the desktop&apos;s size</source>
        <translation>最大为桌面字号的两倍</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Text of the desktop&apos;s size</source>
        <translation>桌面字号的文字</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Nothing moves by itself</source>
        <translation>没有内容会自行移动</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>Every shortcut</source>
        <translation>所有快捷键</translation>
    </message>
    <message>
        <source>About Headwater</source>
        <translation>关于 Headwater</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copy as table</source>
        <translation>复制为表格(&amp;C)</translation>
    </message>
    <message>
        <source>For a spreadsheet</source>
        <translation>用于电子表格</translation>
    </message>
    <message>
        <source>Copy as &amp;image</source>
        <translation>复制为图像(&amp;I)</translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation>另存为 SVG(&amp;S)…</translation>
    </message>
    <message>
        <source>Lines and text that scale</source>
        <translation>可缩放的线条与文字</translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation>另存为 PNG(&amp;P)…</translation>
    </message>
    <message>
        <source>Save as CS&amp;V…</source>
        <translation>另存为 CSV(&amp;V)…</translation>
    </message>
    <message>
        <source>The numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Duration (ns)</source>
        <translation>时长（ns）</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no (warm-up)</source>
        <translation>否（预热）</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>means over %1 and %2 steps of single ranks, because means add up</source>
        <translation>各 rank 上 %1 与 %2 个 step 的均值，因为均值可以相加</translation>
    </message>
    <message>
        <source>%1 shorter gaps, together %2, are not drawn</source>
        <translation>较短的 %1 个间隙（合计 %2）没有画出</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Times without compute are unknown: neither run has traces with device activities.</source>
        <translation>没有计算的时间未知：两次运行都没有含设备活动的 trace。</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>No traces with device activities: times without compute are unknown.</source>
        <translation>没有含设备活动的 trace：没有计算的时间未知。</translation>
    </message>
    <message>
        <source>own time per step, between collectives</source>
        <translation>每个 step 的自身时间，在集合通信之间</translation>
    </message>
    <message>
        <source>own time per step, without waiting</source>
        <translation>每个 step 的自身时间，不含等待</translation>
    </message>
    <message>
        <source>step time: waiting is not known apart</source>
        <translation>step 时间：等待无法单独得知</translation>
    </message>
    <message>
        <source>robust cut (%1 × median)</source>
        <translation>稳健界限（%1 × 中位数）</translation>
    </message>
    <message>
        <source>robust cut of the current run</source>
        <translation>当前运行的稳健界限</translation>
    </message>
    <message>
        <source>Of %1 ranks there are no statistics: beyond this multiple of the median a rank is slow</source>
        <translation>%1 个 rank 没有统计量可用：超过中位数的这一倍数即为慢</translation>
    </message>
    <message>
        <source>Beyond this the modified z (median and MAD) exceeds what chance gives one time in a hundred for %1 ranks, and the time is at least %2 × the median. HTA and TraceLens have no such cut: they always name the top ranks</source>
        <translation>超过此处，修正 z（中位数与 MAD）大于 %1 个 rank 时百次中偶然出现一次的值，且时间至少为中位数的 %2 倍。HTA 与 TraceLens 没有这种界限：它们总是列出最慢的几个 rank</translation>
    </message>
    <message>
        <source>3σ cut</source>
        <translation>3σ 界限</translation>
    </message>
    <message>
        <source>Mean + 3 standard deviations of %1 ranks, where the largest possible z is %2</source>
        <translation>%1 个 rank 的均值 + 3 个标准差，此时 z 最大可能为 %2</translation>
    </message>
    <message>
        <source>3σ: cannot fire with %1 ranks (max z = %2)</source>
        <translation>3σ：%1 个 rank 时不可能触发（最大 z = %2）</translation>
    </message>
    <message>
        <source>pure compute per step</source>
        <translation>每个 step 的纯计算</translation>
    </message>
    <message>
        <source>No compute on a device was recorded: pure compute is unknown.</source>
        <translation>没有记录设备上的计算：纯计算未知。</translation>
    </message>
    <message>
        <source>No rank has a whole step: own times are unknown.</source>
        <translation>没有 rank 有完整的 step：自身时间未知。</translation>
    </message>
    <message>
        <source>own time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>waiting in collectives</source>
        <translation>集合通信中的等待</translation>
    </message>
    <message>
        <source>the one that never waits is the late one</source>
        <translation>从不等待的那个就是迟到的那个</translation>
    </message>
    <message>
        <source>Waiting is unknown: no collectives that several ranks took part in were recorded.</source>
        <translation>等待未知：没有记录多个 rank 参与的集合通信。</translation>
    </message>
    <message>
        <source>No whole step of any rank.</source>
        <translation>没有任何 rank 的完整 step。</translation>
    </message>
    <message>
        <source>No compute on a device was recorded.</source>
        <translation>没有记录设备上的计算。</translation>
    </message>
    <message>
        <source>own time against the median of the step</source>
        <translation>自身时间与该 step 中位数之比</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>its kernels take longer</source>
        <translation>其 kernel 用时更长</translation>
    </message>
    <message>
        <source>its kernels do not take longer: the time is lost on the host or in input</source>
        <translation>其 kernel 用时并不更长：时间耗在主机上或输入中</translation>
    </message>
    <message>
        <source>whether the device or the host is slow is unknown</source>
        <translation>是设备慢还是主机慢未知</translation>
    </message>
    <message>
        <source>Waiting is unknown: no collectives of several ranks.</source>
        <translation>等待未知：没有多个 rank 的集合通信。</translation>
    </message>
    <message>
        <source>The other ranks wait %1 a step (median): they look slow in communication and are not.</source>
        <translation>其他 rank 每个 step 等待 %1（中位数）：它们的通信看起来慢，其实不慢。</translation>
    </message>
    <message>
        <source>Whether the ranks are uneven is unknown: the current run has no whole step</source>
        <translation>各 rank 是否不均未知：当前运行没有完整的 step</translation>
    </message>
    <message>
        <source>One rank: whether the ranks are uneven is unknown</source>
        <translation>只有一个 rank：各 rank 是否不均未知</translation>
    </message>
    <message>
        <source>The current run has no peers to compare with. Record every rank.</source>
        <translation>当前运行没有可比的同组。请记录每个 rank。</translation>
    </message>
    <message>
        <source>%1 holds the others back: own time %2 against %3</source>
        <translation>%1 拖慢其他 rank：自身时间 %2 对 %3</translation>
    </message>
    <message>
        <source>%1 hold the others back: own time %2 against %3</source>
        <translation>%1 拖慢其他 rank：自身时间 %2 对 %3</translation>
    </message>
    <message>
        <source>Slowness goes round among the ranks: %1 times in %2 steps</source>
        <translation>慢在各 rank 之间轮转：%2 个 step 中 %1 次</translation>
    </message>
    <message>
        <source>No rank is slow for good. Uneven data, garbage collection or input do this.</source>
        <translation>没有哪个 rank 始终慢。数据不均、垃圾回收或输入会造成这种情况。</translation>
    </message>
    <message>
        <source>%1 ranks are even</source>
        <translation>%1 个 rank 均衡</translation>
    </message>
    <message>
        <source>%1 ranks are even within their roles</source>
        <translation>%1 个 rank 在各自角色内均衡</translation>
    </message>
    <message>
        <source>%1 (%2) has %3x the work of the other stages of the pipeline: %4 against %5 a step. That is how the work is divided, not a slow rank.</source>
        <translation>%1（%2）的工作量是流水线其他阶段的 %3 倍：每个 step %4，其他为 %5。这是工作划分造成的，不是某个 rank 慢。</translation>
    </message>
    <message>
        <source>The baseline has one rank: whether this is new is unknown.</source>
        <translation>基线只有一个 rank：这是否新出现未知。</translation>
    </message>
    <message>
        <source>no compute from %1 to %2 %3 after the first step&apos;s start</source>
        <translation>从首个 step 开始后 %1 至 %2 %3 没有计算</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>part of %1 over the end of a step</source>
        <translation>%1 的一部分，跨过一个 step 的结束</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>host: %1, %2 of it here</source>
        <translation>主机：%1，其中 %2 在此处</translation>
    </message>
    <message>
        <source>host: nothing recorded on the launching thread</source>
        <translation>主机：启动线程上没有记录</translation>
    </message>
    <message>
        <source>device: %1, %2 of it here</source>
        <translation>设备：%1，其中 %2 在此处</translation>
    </message>
    <message>
        <source>after: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>step %1, %2 after its start</source>
        <translation>step %1，开始后 %2</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>memset</source>
        <translation>置位</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>%1 without compute</source>
        <translation>%1 没有计算</translation>
    </message>
    <message>
        <source>launched %1 before by %2 (HTA: launch delay)</source>
        <translation>由 %2 提前 %1 启动（HTA：启动延迟）</translation>
    </message>
    <message>
        <source>its launch is not in the trace (TraceLens leaves it out: unlinked)</source>
        <translation>其启动不在 trace 中（TraceLens 将其排除：未关联）</translation>
    </message>
    <message>
        <source>lane %1</source>
        <translation>泳道 %1</translation>
    </message>
    <message>
        <source>busy %1 of the window</source>
        <translation>窗口中有 %1 忙碌</translation>
    </message>
    <message>
        <source>Re&amp;port</source>
        <translation>报告(&amp;P)</translation>
    </message>
    <message>
        <source>What leaves the house: preview, sections, names to replace, export</source>
        <translation>交出去的内容：预览、章节、要替换的名称、导出</translation>
    </message>
    <message>
        <source>&amp;Workshop</source>
        <translation>工作坊(&amp;W)</translation>
    </message>
    <message>
        <source>Cases with a hidden fault, ideas to drag, the exercise</source>
        <translation>带有隐藏故障的案例、可拖动的概念图、练习</translation>
    </message>
    <message>
        <source>Save in &amp;another file…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Keep runs, settings and notes in a file of another name</source>
        <translation>将运行、设置与备注保存到另一个文件</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>桌面的语言</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>下次启动起生效</translation>
    </message>
    <message>
        <source>Pro&amp;jector mode</source>
        <translation>投影模式(&amp;J)</translation>
    </message>
    <message>
        <source>Large type and high contrast, until it is switched off</source>
        <translation>大字号、高对比度，直到关闭为止</translation>
    </message>
    <message>
        <source>Open topology or results…</source>
        <translation>打开拓扑或结果…</translation>
    </message>
    <message>
        <source>Nodes and their switches, or what experiments at scale showed</source>
        <translation>节点及其交换机，或规模实验的结果</translation>
    </message>
    <message>
        <source>Sca&amp;le</source>
        <translation>规模(&amp;L)</translation>
    </message>
    <message>
        <source>A fault that shows only on many GPUs: topology, experiments, what they prove</source>
        <translation>只在大量 GPU 上出现的故障：拓扑、实验及其证明的事</translation>
    </message>
</context>
<context>
    <name>headwater::Actions</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>前往(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
</context>
<context>
    <name>headwater::BubbleChart</name>
    <message>
        <source>Times without compute, rank by time</source>
        <translation>没有计算的时段，rank 对时间</translation>
    </message>
    <message>
        <source>1 bubble</source>
        <translation>1 个气泡</translation>
    </message>
    <message>
        <source>%1 bubbles</source>
        <translation>%1 个气泡</translation>
    </message>
    <message>
        <source>since each rank&apos;s first step, %1 · area = duration, largest %2</source>
        <translation>从每个 rank 的首个 step 起，%1 · 面积 = 时长，最大 %2</translation>
    </message>
    <message>
        <source>%1 %2, %3 without compute: %4</source>
        <translation>%1 %2，%3 没有计算：%4</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>start (ns)</source>
        <translation>起点（ns）</translation>
    </message>
    <message>
        <source>duration (ns)</source>
        <translation>时长（ns）</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>headwater::BubblesPage</name>
    <message>
        <source>Times without compute</source>
        <translation>没有计算的时段</translation>
    </message>
    <message>
        <source>Scale of the bars</source>
        <translation>柱的刻度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time without compute of each step, mean over the ranks</source>
        <translation>每个 step 中没有计算的时间，各 rank 均值</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>The same as a part of the step</source>
        <translation>同上，以占 step 的比例表示</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐个 step</translation>
    </message>
    <message>
        <source>Causes of time without compute</source>
        <translation>没有计算的原因</translation>
    </message>
    <message>
        <source>Causes, mean per step</source>
        <translation>原因，每个 step 均值</translation>
    </message>
    <message>
        <source>listing the gaps …</source>
        <translation>正在列出间隙…</translation>
    </message>
    <message>
        <source>%1 gaps</source>
        <translation>%1 个间隙</translation>
    </message>
    <message>
        <source>the %1 longest; %2 shorter ones are in the sums</source>
        <translation>最长的 %1 个；较短的 %2 个计入总和</translation>
    </message>
    <message>
        <source>Why the device does not compute is unknown</source>
        <translation>设备为何不计算未知</translation>
    </message>
    <message>
        <source>Neither run has traces with device activities.</source>
        <translation>两次运行都没有含设备活动的 trace。</translation>
    </message>
    <message>
        <source>Time without compute a step: %1 → %2 (%3).</source>
        <translation>每个 step 中没有计算的时间：%1 → %2（%3）。</translation>
    </message>
    <message>
        <source>Only the %1 has traces with device activities: there is nothing to compare with.</source>
        <translation>只有%1有含设备活动的 trace：没有可比较的内容。</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>current run</source>
        <translation>当前运行</translation>
    </message>
    <message>
        <source>IO or communication? The question did not come up</source>
        <translation>IO 还是通信？没有出现这个问题</translation>
    </message>
    <message>
        <source>IO or communication? %1</source>
        <translation>IO 还是通信？%1</translation>
    </message>
    <message>
        <source> %1.</source>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>headwater::Builder</name>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>first: %1</source>
        <translation>最先：%1</translation>
    </message>
    <message>
        <source>‹ step %1</source>
        <translation>‹ step %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
</context>
<context>
    <name>headwater::CasePanel</name>
    <message>
        <source>Leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Save answers…</source>
        <translation>保存答案…</translation>
    </message>
    <message>
        <source>Your name, for the answer file</source>
        <translation>您的姓名，写入答案文件</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>The runs are ready.</source>
        <translation>两次运行已就绪。</translation>
    </message>
    <message>
        <source>Start the search</source>
        <translation>开始查找</translation>
    </message>
    <message>
        <source>Question %1 of %2</source>
        <translation>第 %1 题，共 %2 题</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>揭晓</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>案例</translation>
    </message>
    <message>
        <source>Revealed: %1 of 10 so far. Tick what your texts say; what the points are for stands at the end.</source>
        <translation>已揭晓：目前 %1 分，满分 10。请勾选您的文字说到的要点；得分明细在最后。</translation>
    </message>
    <message>
        <source>The two runs are being made, which takes a few seconds…</source>
        <translation>正在生成两次运行，需要几秒钟…</translation>
    </message>
    <message>
        <source>The runs are ready. Choose a stage and say why.</source>
        <translation>两次运行已就绪。请选择一个阶段并说明理由。</translation>
    </message>
    <message>
        <source>Your conclusion, before the reveal. The texts count as well.</source>
        <translation>揭晓之前的结论。文字也计分。</translation>
    </message>
    <message>
        <source>%1. Look at the page beside, then choose; a wrong turn can be taken back, but the first choice is the one that counts.</source>
        <translation>%1。请先看旁边的页面再选择；走错了可以重选，但计分只看第一次选择。</translation>
    </message>
    <message>
        <source>%1. Choose; a wrong turn can be taken back, but the first choice is the one that counts.</source>
        <translation>%1。请选择；走错了可以重选，但计分只看第一次选择。</translation>
    </message>
    <message>
        <source>Your conclusion, before the reveal: stage, ranks, layer and end of the flowchart.</source>
        <translation>揭晓之前的结论：阶段、rank、层，以及流程图的终点。</translation>
    </message>
    <message>
        <source>Still missing: the conclusion, every line of it.</source>
        <translation>还缺：结论的每一行。</translation>
    </message>
    <message>
        <source>Still missing: a right choice.</source>
        <translation>还缺：一个正确的选择。</translation>
    </message>
    <message>
        <source>a stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>why you think so</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>The runs are being made: %1 %</source>
        <translation>正在生成两次运行：%1 %</translation>
    </message>
    <message>
        <source>The runs are made and are being read…</source>
        <translation>两次运行已生成，正在读取…</translation>
    </message>
    <message>
        <source>Still missing: %1.</source>
        <translation>还缺：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Look at the page</source>
        <translation>查看页面</translation>
    </message>
    <message>
        <source>Revealed</source>
        <translation>已揭晓</translation>
    </message>
    <message>
        <source>Your conclusion</source>
        <translation>你的结论</translation>
    </message>
    <message>
        <source>Question %1 of %2: %3</source>
        <translation>第 %1 题，共 %2 题：%3</translation>
    </message>
    <message>
        <source>You go on where you were as soon as the two runs are there, which takes a few seconds…</source>
        <translation>两次运行生成后即从上次的位置继续，需要几秒…</translation>
    </message>
</context>
<context>
    <name>headwater::CaseRoom</name>
    <message>
        <source>Case</source>
        <translation>案例</translation>
    </message>
    <message>
        <source>Back to the question</source>
        <translation>回到问题</translation>
    </message>
</context>
<context>
    <name>headwater::CauseBars</name>
    <message>
        <source>Time without compute per step, by cause, both runs</source>
        <translation>每个 step 中没有计算的时间，按原因，两次运行</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>mean of steps %1–%2</source>
        <translation>step %1–%2 的均值</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>%1 without compute</source>
        <translation>%1 没有计算</translation>
    </message>
    <message>
        <source>% of the step</source>
        <translation>占 step 的 %</translation>
    </message>
    <message>
        <source>time without compute a step, %1</source>
        <translation>每个 step 中没有计算的时间，%1</translation>
    </message>
    <message>
        <source>mean of %1 steps a bar</source>
        <translation>每根柱为 %1 个 step 的均值</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>step (ns)</source>
        <translation>step（ns）</translation>
    </message>
</context>
<context>
    <name>headwater::CauseTable</name>
    <message>
        <source>Time without compute by cause</source>
        <translation>没有计算的时间，按原因</translation>
    </message>
</context>
<context>
    <name>headwater::CauseTableModel</name>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>without compute</source>
        <translation>没有计算</translation>
    </message>
    <message>
        <source>HTA and TraceLens: idle + exposed communication + exposed copies</source>
        <translation>HTA 与 TraceLens：空闲 + 未重叠通信 + 未重叠拷贝</translation>
    </message>
    <message>
        <source>Why no compute ran on the device; the causes add up exactly</source>
        <translation>设备上为何没有计算；各原因之和正好等于总数</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Baseline: mean over the compared steps and the ranks</source>
        <translation>基线：比较的 step 与各 rank 的均值</translation>
    </message>
    <message>
        <source>Current: mean over the compared steps and the ranks</source>
        <translation>当前：比较的 step 与各 rank 的均值</translation>
    </message>
    <message>
        <source>Current minus baseline</source>
        <translation>当前减去基线</translation>
    </message>
    <message>
        <source>of step
baseline</source>
        <translation>占 step
基线</translation>
    </message>
    <message>
        <source>of step
current</source>
        <translation>占 step
当前</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Part of the baseline&apos;s step; in brackets of its time without compute</source>
        <translation>占基线 step 的比例；括号内为占其无计算时间的比例</translation>
    </message>
    <message>
        <source>Part of the current run&apos;s step; in brackets of its time without compute</source>
        <translation>占当前运行 step 的比例；括号内为占其无计算时间的比例</translation>
    </message>
</context>
<context>
    <name>headwater::ClassView</name>
    <message>
        <source>Save as HTML…</source>
        <translation>另存为 HTML…</translation>
    </message>
    <message>
        <source>One page in large type, to be shown to a room or printed</source>
        <translation>大字单页，可投影展示或打印</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>headwater::CommandPalette</name>
    <message>
        <source>Search actions, pages, stages, ranks and findings</source>
        <translation>搜索操作、页面、阶段、rank 与发现</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
</context>
<context>
    <name>headwater::ConceptChart</name>
    <message>
        <source>bar</source>
        <translation>条</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>已标记</translation>
    </message>
    <message>
        <source>%1 %2, logarithmic</source>
        <translation>%1 %2，对数</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
</context>
<context>
    <name>headwater::ConceptView</name>
    <message>
        <source>Drag a grip on a bar; or choose a bar with ↑ ↓ and move it with ← →.</source>
        <translation>拖动横条上的手柄；或用 ↑ ↓ 选择横条，用 ← → 移动。</translation>
    </message>
</context>
<context>
    <name>headwater::ConclusionForm</name>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>none regressed</source>
        <translation>没有阶段变慢</translation>
    </message>
    <message>
        <source>First regressed stage</source>
        <translation>第一个变慢的阶段</translation>
    </message>
    <message>
        <source>On which ranks</source>
        <translation>在哪些 rank 上</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>全部相同</translation>
    </message>
    <message>
        <source>these ranks only</source>
        <translation>仅这些 rank</translation>
    </message>
    <message>
        <source>one at a time, each time another</source>
        <translation>每次一个，每次不同</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>such as 5 or 4, 5, 6, 7</source>
        <translation>例如 5 或 4, 5, 6, 7</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>correctness</source>
        <translation>正确性</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>stragglers</source>
        <translation>掉队 rank</translation>
    </message>
    <message>
        <source>The flowchart ends at</source>
        <translation>流程图的终点</translation>
    </message>
    <message>
        <source>correctness: stop there</source>
        <translation>正确性：到此为止</translation>
    </message>
    <message>
        <source>several things changed: cause not stated</source>
        <translation>改动不止一处：不下结论</translation>
    </message>
    <message>
        <source>fault of a device or a host</source>
        <translation>设备或主机故障</translation>
    </message>
    <message>
        <source>input pipeline</source>
        <translation>输入流水线</translation>
    </message>
    <message>
        <source>device compute</source>
        <translation>设备计算</translation>
    </message>
    <message>
        <source>host dispatch</source>
        <translation>主机下发</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>straggler</source>
        <translation>掉队 rank</translation>
    </message>
    <message>
        <source>no regression</source>
        <translation>没有变慢</translation>
    </message>
</context>
<context>
    <name>headwater::CorrectnessPage</name>
    <message>
        <source>Do both runs compute the same?</source>
        <translation>两次运行的计算相同吗？</translation>
    </message>
    <message>
        <source>Findings of this layer</source>
        <translation>这一层的发现</translation>
    </message>
    <message>
        <source>Findings of the correctness layer</source>
        <translation>正确性层的发现</translation>
    </message>
    <message>
        <source>What differs between the runs</source>
        <translation>两次运行有何不同</translation>
    </message>
    <message>
        <source>Show what is the same</source>
        <translation>显示相同项</translation>
    </message>
    <message>
        <source>Settings of both runs</source>
        <translation>两次运行的设置</translation>
    </message>
    <message>
        <source>Operators that changed their kernels</source>
        <translation>改变了 kernel 的算子</translation>
    </message>
    <message>
        <source>What a repeat of the run needs</source>
        <translation>重复运行需要什么</translation>
    </message>
    <message>
        <source>Reproducibility checklist</source>
        <translation>可复现性清单</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
</context>
<context>
    <name>headwater::CorrectnessViews</name>
    <message>
        <source>%1 + %2 · |baseline|, for %3</source>
        <translation>%1 + %2 · |基线|，对 %3</translation>
    </message>
    <message>
        <source> (assumed: no precision is known)</source>
        <translation>（假定：没有已知的精度）</translation>
    </message>
    <message>
        <source>baseline %1, current %2</source>
        <translation>基线 %1，当前 %2</translation>
    </message>
    <message>
        <source>diverges at %1</source>
        <translation>从 %1 起偏离</translation>
    </message>
    <message>
        <source>First step beyond the tolerance %1: step %2, %3</source>
        <translation>首个超出容差 %1 的 step：step %2，%3</translation>
    </message>
    <message>
        <source>differs from %1</source>
        <translation>从 %1 起不同</translation>
    </message>
    <message>
        <source>First step with other digits, within the tolerance %1: step %2, %3</source>
        <translation>首个数字不同、但在容差 %1 之内的 step：step %2，%3</translation>
    </message>
    <message>
        <source>Where the mean of the last %1 steps of one more such run lies in 99 of 100 cases: %2 to %3, from %4 baseline runs</source>
        <translation>再多一次这样的运行，其最后 %1 个 step 的均值在 100 次中有 99 次落在 %2 至 %3 之间，由 %4 次基线运行得出</translation>
    </message>
    <message>
        <source>leaves the band at %1</source>
        <translation>从 %1 起离开区间带</translation>
    </message>
    <message>
        <source>From step %1 on outside of the band of %2 baseline runs, %3 steps in a row</source>
        <translation>从 step %1 起在 %2 次基线运行的区间带之外，连续 %3 个 step</translation>
    </message>
    <message>
        <source>step %1: skipped, no update was made</source>
        <translation>step %1：被跳过，没有更新</translation>
    </message>
    <message>
        <source>step %1: spike, %2 times the median of the steps before</source>
        <translation>step %1：尖峰，为此前各 step 中位数的 %2 倍</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>unknown in the baseline</source>
        <translation>基线中未知</translation>
    </message>
    <message>
        <source>unknown in the current run</source>
        <translation>当前运行中未知</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>loss</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>step, as the logs count</source>
        <translation>step，按日志的计数</translation>
    </message>
    <message>
        <source>As logged, one value a step. Both runs are compared step by step at the printed digits; the flag stands at the first step that differs by more than %1</source>
        <translation>按日志，每个 step 一个值。两次运行按打印的数字逐 step 比较；旗标立在首个相差超过 %1 的 step</translation>
    </message>
    <message>
        <source>No loss is known of either run.
Add a training log, a trainer_state.json, a CSV or TensorBoard events to the run&apos;s folder.</source>
        <translation>两次运行的 loss 都未知。
请在运行的文件夹中加入训练日志、trainer_state.json、CSV 或 TensorBoard 事件。</translation>
    </message>
    <message>
        <source>No gradient norm is known of either run.
It is in the logs of Megatron-LM, torchtitan, DeepSpeed and Hugging Face trainers that print it.</source>
        <translation>两次运行的梯度范数都未知。
它在 Megatron-LM、torchtitan、DeepSpeed 以及会打印它的 Hugging Face trainer 的日志中。</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The setting&apos;s name as it was read</source>
        <translation>读取到的设置名称</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Whether the difference counts as a changed variable</source>
        <translation>该差别是否计为改变的变量</translation>
    </message>
    <message>
        <source>Read from</source>
        <translation>读取自</translation>
    </message>
    <message>
        <source>File, or part of a trace, that says it</source>
        <translation>给出它的文件，或 trace 的一部分</translation>
    </message>
    <message>
        <source>differs: another job</source>
        <translation>不同：另一个作业</translation>
    </message>
    <message>
        <source>differs between any two runs, not counted</source>
        <translation>任意两次运行之间都会不同，不计</translation>
    </message>
    <message>
        <source>known of one run only, not counted</source>
        <translation>只有一次运行给出，不计</translation>
    </message>
    <message>
        <source>Nothing is known of the configuration of either run. Logs, traces with metadata, collect_env output or a manifest.json in the run&apos;s folder tell it.</source>
        <translation>两次运行的配置都未知。日志、带元数据的 trace、collect_env 输出或运行文件夹中的 manifest.json 会给出配置。</translation>
    </message>
    <message>
        <source>1 setting differs</source>
        <translation>1 项设置不同</translation>
    </message>
    <message>
        <source>%1 settings differ</source>
        <translation>%1 项设置不同</translation>
    </message>
    <message>
        <source>%1 the same, %2 not counted</source>
        <translation>%1 项相同，%2 项不计</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Hides</source>
        <translation>掩盖</translation>
    </message>
    <message>
        <source>What stays undetected while it is unknown or differs</source>
        <translation>未知或不同时会被掩盖的内容</translation>
    </message>
    <message>
        <source> (some jobs)</source>
        <translation>（部分作业）</translation>
    </message>
    <message>
        <source>read under %1</source>
        <translation>读取自 %1</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>CPU operator that launched the kernels</source>
        <translation>启动这些 kernel 的 CPU 算子</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Number format or kind of kernel, read off the kernels&apos; names</source>
        <translation>从 kernel 名称读出的数值格式或 kernel 种类</translation>
    </message>
    <message>
        <source>Share of it
now</source>
        <translation>现在
所占</translation>
    </message>
    <message>
        <source>Share of the operator&apos;s classified kernel time that the new kind takes</source>
        <translation>该算子可归类的 kernel 时间中新种类所占的比例</translation>
    </message>
    <message>
        <source>Share of
compute</source>
        <translation>占
计算</translation>
    </message>
    <message>
        <source>The operator&apos;s share of the current run&apos;s compute time</source>
        <translation>该算子占当前运行计算时间的比例</translation>
    </message>
    <message>
        <source>Mean kernel
baseline</source>
        <translation>kernel 均值
基线</translation>
    </message>
    <message>
        <source>Mean kernel
current</source>
        <translation>kernel 均值
当前</translation>
    </message>
    <message>
        <source>Mean duration of the operator&apos;s kernels; HTA: get_gpu_kernel_breakdown, TraceLens: kernel launchers</source>
        <translation>该算子各 kernel 的平均时长；HTA：get_gpu_kernel_breakdown，TraceLens：kernel launchers</translation>
    </message>
    <message>
        <source>Longest kernel now</source>
        <translation>现在最长的 kernel</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>another number format</source>
        <translation>另一种数值格式</translation>
    </message>
    <message>
        <source>another kind of kernel</source>
        <translation>另一种 kernel</translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>No rank has a trace on both sides: whether kernels fell back to another precision is not known. Load PyTorch Profiler traces of both runs.</source>
        <translation>没有 rank 两侧都有 trace：kernel 是否回退到另一种精度未知。请加载两次运行的 PyTorch Profiler trace。</translation>
    </message>
    <message>
        <source>No operator changed its number format or kind of kernel: %1 operators compared on ranks %2.</source>
        <translation>没有算子改变数值格式或 kernel 种类：在 rank %2 上比较了 %1 个算子。</translation>
    </message>
    <message>
        <source>%1 operators compared on ranks %2; inferred from the names of the kernels.</source>
        <translation>在 rank %2 上比较了 %1 个算子；由 kernel 的名称推断。</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Known how</source>
        <translation>如何得知</translation>
    </message>
    <message>
        <source>measured, derived, inferred or assumed</source>
        <translation>测得、推导、推断或假定</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>, conditional</source>
        <translation>，有条件</translation>
    </message>
</context>
<context>
    <name>headwater::DifferencesCard</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Open Correctness</source>
        <translation>打开“正确性”</translation>
    </message>
    <message>
        <source>Every setting of both runs, and where it was read</source>
        <translation>两次运行的每项设置及其来源</translation>
    </message>
    <message>
        <source>… and %1 more that count</source>
        <translation>… 另有 %1 项计入</translation>
    </message>
    <message>
        <source>No setting that both runs tell differs.</source>
        <translation>两次运行都给出的设置中没有不同。</translation>
    </message>
    <message>
        <source>1 more is known of one run only, or differs between any two runs.</source>
        <translation>另有 1 项只有一次运行给出，或任意两次运行之间都会不同。</translation>
    </message>
    <message>
        <source>%1 more are known of one run only, or differ between any two runs.</source>
        <translation>另有 %1 项只有一次运行给出，或任意两次运行之间都会不同。</translation>
    </message>
</context>
<context>
    <name>headwater::DistributionStrip</name>
    <message>
        <source>Distribution of the selected stage&apos;s steps</source>
        <translation>所选阶段各 step 的分布</translation>
    </message>
    <message>
        <source>%1: median %2, n = %3</source>
        <translation>%1：中位数 %2，n = %3</translation>
    </message>
    <message>
        <source>95 % interval of the median %1 to %2</source>
        <translation>中位数的 95 % 区间 %1 至 %2</translation>
    </message>
    <message>
        <source>median %1, n = %2</source>
        <translation>中位数 %1，n = %2</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
</context>
<context>
    <name>headwater::DrillViews</name>
    <message>
        <source>Inside %1</source>
        <translation>%1 内部</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Current minus baseline</source>
        <translation>当前减去基线</translation>
    </message>
    <message>
        <source>95 % interval, %</source>
        <translation>95 % 区间，%</translation>
    </message>
    <message>
        <source>Of the change, as a share of the baseline</source>
        <translation>变化占基线的比例</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>headwater::DropZone</name>
    <message>
        <source>the run that was fine</source>
        <translation>正常的那次运行</translation>
    </message>
    <message>
        <source>the run that is slow</source>
        <translation>变慢的那次运行</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>Drop a folder here: traces, stage metrics, logs of one run</source>
        <translation>把文件夹拖到这里：同一次运行的 trace、阶段指标、日志</translation>
    </message>
</context>
<context>
    <name>headwater::ExerciseView</name>
    <message>
        <source>Check and show the answers</source>
        <translation>检查并显示答案</translation>
    </message>
    <message>
        <source>Your name, for the answer file</source>
        <translation>您的姓名，写入答案文件</translation>
    </message>
    <message>
        <source>Save answers…</source>
        <translation>保存答案…</translation>
    </message>
    <message>
        <source>Other numbers</source>
        <translation>换一组数</translation>
    </message>
    <message>
        <source>Begin again with vectors not seen yet</source>
        <translation>换成没有见过的向量，重新开始</translation>
    </message>
    <message>
        <source>Still missing: %1.</source>
        <translation>还缺：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>headwater::FetchDialog</name>
    <message>
        <source>Fetch from Prometheus</source>
        <translation>从 Prometheus 获取</translation>
    </message>
    <message>
        <source>Server address</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>2026-11-29T23:24:00Z, seconds since 1970, now, or -90m before now</source>
        <translation>2026-11-29T23:24:00Z、1970 年以来的秒数、now，或 -90m（now 之前）</translation>
    </message>
    <message>
        <source>Time between two samples: 15s, 500ms, 1m</source>
        <translation>两个采样之间的时间：15s、500ms、1m</translation>
    </message>
    <message>
        <source>Start of the time range</source>
        <translation>时间范围的起点</translation>
    </message>
    <message>
        <source>End of the time range</source>
        <translation>时间范围的终点</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>One query a line: an expression, or NAME = expression; # begins a comment</source>
        <translation>每行一个查询：表达式，或 NAME = 表达式；# 之后是注释</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>The queries for DCGM and node_exporter that Headwater comes with</source>
        <translation>Headwater 自带的 DCGM 与 node_exporter 查询</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>来自文件…</translation>
    </message>
    <message>
        <source>A query file as for headwater-cli fetch-metrics</source>
        <translation>查询文件，同 headwater-cli fetch-metrics</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>token from the environment</source>
        <translation>环境变量中的令牌</translation>
    </message>
    <message>
        <source>token typed here</source>
        <translation>在此输入的令牌</translation>
    </message>
    <message>
        <source>Authentication</source>
        <translation>认证</translation>
    </message>
    <message>
        <source>Environment variable that holds the token</source>
        <translation>存放令牌的环境变量</translation>
    </message>
    <message>
        <source>forgotten when the dialog closes</source>
        <translation>对话框关闭后即忘记</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>certificate authority (PEM), where the system does not know it</source>
        <translation>证书颁发机构（PEM），当系统不认识它时</translation>
    </message>
    <message>
        <source>Certificate authority</source>
        <translation>证书颁发机构</translation>
    </message>
    <message>
        <source> s a request</source>
        <translation> 秒每个请求</translation>
    </message>
    <message>
        <source>Time limit of a request</source>
        <translation>请求的时限</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时限</translation>
    </message>
    <message>
        <source>File to write</source>
        <translation>要写的文件</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>do not add it to a run</source>
        <translation>不加入任何运行</translation>
    </message>
    <message>
        <source>add it to the baseline</source>
        <translation>加入基线</translation>
    </message>
    <message>
        <source>add it to the current run</source>
        <translation>加入当前运行</translation>
    </message>
    <message>
        <source>Run that the file is added to</source>
        <translation>文件要加入的运行</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>写到</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>然后</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>已停止。没有写出任何内容。</translation>
    </message>
    <message>
        <source>Write metrics to</source>
        <translation>指标写到</translation>
    </message>
    <message>
        <source>Query file</source>
        <translation>查询文件</translation>
    </message>
    <message>
        <source>%1 exists. Press Fetch again to replace it, or write to another file.</source>
        <translation>%1 已存在。再按一次“获取”将替换它，或写到另一个文件。</translation>
    </message>
    <message>
        <source>Asking %1</source>
        <translation>正在询问 %1</translation>
    </message>
    <message>
        <source>Wrote %1 series with %2 samples to %3.</source>
        <translation>已将 %1 个序列、%2 个采样写到 %3。</translation>
    </message>
    <message>
        <source>The server has nothing for: %1.</source>
        <translation>服务器没有以下内容的数据：%1。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>headwater::FileActions</name>
    <message>
        <source>Open investigation</source>
        <translation>打开调查</translation>
    </message>
    <message>
        <source>Baseline run</source>
        <translation>基线运行</translation>
    </message>
    <message>
        <source>Current run</source>
        <translation>当前运行</translation>
    </message>
    <message>
        <source>Save investigation</source>
        <translation>保存调查</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写出 %1</translation>
    </message>
    <message>
        <source>Save: %1</source>
        <translation>保存：%1</translation>
    </message>
    <message>
        <source>Search in folder</source>
        <translation>在文件夹中查找</translation>
    </message>
    <message>
        <source>Topology or results</source>
        <translation>拓扑或结果</translation>
    </message>
    <message>
        <source>What nccl-tests printed when all was well</source>
        <translation>一切正常时 nccl-tests 的输出</translation>
    </message>
</context>
<context>
    <name>headwater::FileEditor</name>
    <message>
        <source>as found</source>
        <translation>按识别结果</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Which run the file belongs to, or that it shall not be read</source>
        <translation>该文件属于哪次运行，或不读取它</translation>
    </message>
    <message>
        <source>The rank that wrote the file; ↓ down to “as read” for what the file says</source>
        <translation>写出该文件的 rank；按 ↓ 降到“按读取结果”即采用文件所说的</translation>
    </message>
    <message>
        <source>as the file says</source>
        <translation>按文件所说</translation>
    </message>
    <message>
        <source>What the times in the file are counted in</source>
        <translation>文件中时间的单位</translation>
    </message>
    <message>
        <source>found out</source>
        <translation>已识别</translation>
    </message>
    <message>
        <source>The zone of the times in the file, for times that name none</source>
        <translation>文件中时间的时区，用于未注明时区的时间</translation>
    </message>
    <message>
        <source>as recognised</source>
        <translation>按识别结果</translation>
    </message>
    <message>
        <source>rule file…</source>
        <translation>规则文件…</translation>
    </message>
    <message>
        <source>How the events of a Chrome trace become ranks, steps and stages</source>
        <translation>Chrome trace 的事件如何成为 rank、step 与阶段</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Forget what you said about the selected files</source>
        <translation>忘记对所选文件的说明</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Times in</source>
        <translation>时间单位</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>rank as read</source>
        <translation>rank 按读取结果</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>times: %1</source>
        <translation>时间单位：%1</translation>
    </message>
    <message>
        <source>taking back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>Select files to say what they do not say themselves</source>
        <translation>选择文件，说明它们自己没有说明的内容</translation>
    </message>
    <message>
        <source>as read</source>
        <translation>按读取结果</translation>
    </message>
    <message>
        <source>as read: %1</source>
        <translation>按读取结果：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>run: %1</source>
        <translation>运行：%1</translation>
    </message>
    <message>
        <source>time zone: %1</source>
        <translation>时区：%1</translation>
    </message>
    <message>
        <source>rules as recognised</source>
        <translation>规则按识别结果</translation>
    </message>
    <message>
        <source>rules %1</source>
        <translation>规则 %1</translation>
    </message>
</context>
<context>
    <name>headwater::FindingCard</name>
    <message>
        <source>, rank %1</source>
        <translation>，rank %1</translation>
    </message>
    <message>
        <source>, step %1</source>
        <translation>，step %1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Accept, dismiss or annotate this finding</source>
        <translation>接受、驳回或批注这一发现</translation>
    </message>
    <message>
        <source>Dismissed: %1</source>
        <translation>已驳回：%1</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>批注：%1</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Somebody looked at it and agrees</source>
        <translation>有人看过并同意</translation>
    </message>
    <message>
        <source>dismissed</source>
        <translation>已驳回</translation>
    </message>
    <message>
        <source>Somebody looked at it and set it aside; it stays in the report</source>
        <translation>有人看过并搁置；它仍保留在报告中</translation>
    </message>
    <message>
        <source>conditional</source>
        <translation>有条件</translation>
    </message>
    <message>
        <source>An earlier layer failed or has no data, so this cause may not hold</source>
        <translation>先前的层未通过或没有数据，因此这一原因未必成立</translation>
    </message>
    <message>
        <source>&amp;Accept</source>
        <translation>接受(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Dismiss…</source>
        <translation>驳回(&amp;D)…</translation>
    </message>
    <message>
        <source>A&amp;nnotate…</source>
        <translation>批注(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Reopen</source>
        <translation>重新打开(&amp;R)</translation>
    </message>
    <message>
        <source>Click to see all the evidence</source>
        <translation>点击查看全部证据</translation>
    </message>
</context>
<context>
    <name>headwater::FindingsPanel</name>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Findings · %1</source>
        <translation>发现 · %1</translation>
    </message>
    <message>
        <source>Next step and findings</source>
        <translation>下一步与发现</translation>
    </message>
    <message>
        <source>No findings in this layer.</source>
        <translation>这一层没有发现。</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>没有发现。</translation>
    </message>
</context>
<context>
    <name>headwater::FixPanel</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>What they are set to</source>
        <translation>设为</translation>
    </message>
    <message>
        <source>As in the baseline</source>
        <translation>如基线</translation>
    </message>
    <message>
        <source>What is chosen takes the time that it took in the baseline run</source>
        <translation>所选部分用基线运行中所用的时间</translation>
    </message>
    <message>
        <source>At the average</source>
        <translation>取均值</translation>
    </message>
    <message>
        <source>What is chosen takes the average time over the ranks that do the same</source>
        <translation>所选部分用做同样工作的各 rank 的平均时间</translation>
    </message>
    <message>
        <source>Fix %1</source>
        <translation>修复 %1</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每个 step %1</translation>
    </message>
    <message>
        <source>As replayed, with nothing fixed. Tick stages, ranks, or both: stages alone are fixed on every rank, ranks alone in all their stages.</source>
        <translation>按回放结果，未修复任何部分。勾选阶段、rank 或两者：只选阶段则在每个 rank 上修复，只选 rank 则修复其全部阶段。</translation>
    </message>
    <message>
        <source>This cannot be asked: the runs are not comparable by replay.</source>
        <translation>无法回答：两次运行不能通过回放比较。</translation>
    </message>
    <message>
        <source>%1 → %2 a step</source>
        <translation>每个 step %1 → %2</translation>
    </message>
    <message>
        <source>%1 (%2), inferred by replay: a ceiling, not a forecast. What else would change is not in it.</source>
        <translation>%1（%2），由回放推断：是上限，不是预测。其他会随之改变的部分不包括在内。</translation>
    </message>
    <message>
        <source>95 % interval of the mean over the steps: %1 … %2.</source>
        <translation>各 step 均值的 95 % 区间：%1 … %2。</translation>
    </message>
</context>
<context>
    <name>headwater::FlowNode</name>
    <message>
        <source>, next step</source>
        <translation>，下一步</translation>
    </message>
    <message>
        <source>conditional · %1</source>
        <translation>有条件 · %1</translation>
    </message>
</context>
<context>
    <name>headwater::FlowRail</name>
    <message>
        <source>Open the next step that the flowchart proposes</source>
        <translation>打开流程图建议的下一步</translation>
    </message>
    <message>
        <source>Triage flowchart</source>
        <translation>排查流程图</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>headwater::GapInspector</name>
    <message>
        <source>Gap inspector</source>
        <translation>间隙检查器</translation>
    </message>
    <message>
        <source>Around it</source>
        <translation>其前后</translation>
    </message>
    <message>
        <source>no device activity was recorded</source>
        <translation>没有记录设备活动</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Click a bubble to see what the time without compute was spent on, or a slice for its details.</source>
        <translation>点击气泡可查看没有计算的时间花在哪里，点击片段可查看其详情。</translation>
    </message>
    <message>
        <source>A step of both runs: mean</source>
        <translation>两次运行的一个 step：均值</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Mean over the compared steps and the ranks, whichever statistic is chosen above: means add up. Derived.</source>
        <translation>所比较的 step 与各 rank 的均值，与上方所选统计量无关：均值可以相加。推导。</translation>
    </message>
</context>
<context>
    <name>headwater::Guide</name>
    <message>
        <source>The layer %1 fails: what comes after it may be its consequence, so causes named there are conditional.
Why do you go on? Your reason is kept in every report.</source>
        <translation>%1层未通过：其后的内容可能是它的后果，因此那里指出的原因是有条件的。
您为何继续？您的理由会保留在每份报告中。</translation>
    </message>
    <message>
        <source>Go on past %1</source>
        <translation>越过%1继续</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>going on past %1</source>
        <translation>越过%1继续</translation>
    </message>
</context>
<context>
    <name>headwater::HeatMap</name>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>已标出</translation>
    </message>
    <message>
        <source>%1 more rows are not in this table</source>
        <translation>另有 %1 行不在此表中</translation>
    </message>
</context>
<context>
    <name>headwater::Histogram</name>
    <message>
        <source>Ranks by time, both runs</source>
        <translation>各 rank 按时间的分布，两次运行</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1 to %2 %3: %4</source>
        <translation>%1 至 %2 %3：%4</translation>
    </message>
    <message>
        <source>no rank</source>
        <translation>没有 rank</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <translation>%1 至 %2 %3</translation>
    </message>
    <message>
        <source>from (%1)</source>
        <translation>从（%1）</translation>
    </message>
    <message>
        <source>to (%1)</source>
        <translation>至（%1）</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
</context>
<context>
    <name>headwater::InputHealthPanel</name>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 of %2 ranks, missing %3</source>
        <translation>%1 / %2 个 rank，缺 %3</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 个 step</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 个 step</translation>
    </message>
    <message>
        <source>1 file used</source>
        <translation>使用 1 个文件</translation>
    </message>
    <message>
        <source>%1 files used</source>
        <translation>使用 %1 个文件</translation>
    </message>
    <message>
        <source>, %1 not</source>
        <translation>，%1 个未用</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>stages: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>step：%1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files of both runs</source>
        <translation>两次运行的文件</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nothing was repaired, ignored or left out.</source>
        <translation>没有修复、忽略或遗漏任何内容。</translation>
    </message>
    <message>
        <source>Problems found while reading</source>
        <translation>读取时发现的问题</translation>
    </message>
    <message>
        <source>Problems · %1</source>
        <translation>问题 · %1</translation>
    </message>
</context>
<context>
    <name>headwater::InputsPage</name>
    <message>
        <source>What was found</source>
        <translation>识别到的内容</translation>
    </message>
    <message>
        <source>What was read</source>
        <translation>读取的内容</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Other files…</source>
        <translation>其他文件…</translation>
    </message>
</context>
<context>
    <name>headwater::IsolationPanel</name>
    <message>
        <source>Tests that tell suspects apart</source>
        <translation>区分嫌疑者的测试</translation>
    </message>
    <message>
        <source>What tests of groups showed</source>
        <translation>分组测试的结果</translation>
    </message>
    <message>
        <source>Nodes of the straggler hunt</source>
        <translation>掉队者排查的节点</translation>
    </message>
    <message>
        <source>Take out the results of these tests</source>
        <translation>移除这些测试的结果</translation>
    </message>
    <message>
        <source>Baseline of nccl-tests…</source>
        <translation>nccl-tests 的基线…</translation>
    </message>
    <message>
        <source>What they printed on the same nodes when all was well: compared by pair and message size</source>
        <translation>一切正常时在相同节点上的输出：按节点对和消息大小比较</translation>
    </message>
</context>
<context>
    <name>headwater::LineChart</name>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>from %1 to %2, last %3, %4 values</source>
        <translation>从 %1 至 %2，末值 %3，共 %4 个值</translation>
    </message>
    <message>
        <source>%1, %2: not a finite number</source>
        <translation>%1，%2：不是有限数</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>line</source>
        <translation>线</translation>
    </message>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1 not finite</source>
        <translation>%1 个不是有限数</translation>
    </message>
</context>
<context>
    <name>headwater::LoadingPage</name>
    <message>
        <source>Reading the runs</source>
        <translation>读取两次运行</translation>
    </message>
    <message>
        <source>Stages and verdict</source>
        <translation>阶段与判定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop reading (Esc)</source>
        <translation>停止读取（Esc）</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
</context>
<context>
    <name>headwater::MainWindow</name>
    <message>
        <source>Drop two runs, each a folder or a file, or one .headwater file.</source>
        <translation>拖入两次运行（各为一个文件夹或文件），或一个 .headwater 文件。</translation>
    </message>
    <message>
        <source>Stage rules</source>
        <translation>阶段规则</translation>
    </message>
    <message>
        <source>Rules of these files</source>
        <translation>这些文件的规则</translation>
    </message>
    <message>
        <source>Drop two folders, or open the sample</source>
        <translation>拖入两个文件夹，或打开示例</translation>
    </message>
    <message>
        <source>Judged with the inputs as they are now; the notes were written about earlier ones. Saved again, the investigation knows these.</source>
        <translation>已按输入现在的内容判定；备注是针对较早的内容写的。再次保存后，调查将以现在的内容为准。</translation>
    </message>
    <message>
        <source>The notes of the investigation come along to the runs that you choose.</source>
        <translation>该调查的备注会带到你选择的运行上。</translation>
    </message>
    <message>
        <source>Begin without them</source>
        <translation>不带备注开始</translation>
    </message>
    <message>
        <source>Workshop, case: %1</source>
        <translation>工作坊，案例：%1</translation>
    </message>
    <message>
        <source>A plan at scale, without runs</source>
        <translation>规模计划，无运行数据</translation>
    </message>
</context>
<context>
    <name>headwater::MeasureDialog</name>
    <message>
        <source>What group %1 showed</source>
        <translation>组 %1 的结果</translation>
    </message>
    <message>
        <source>Mea&amp;sured as</source>
        <translation>测量方式(&amp;S)</translation>
    </message>
    <message>
        <source>Runs: step time of each</source>
        <translation>运行：各自的步时间</translation>
    </message>
    <message>
        <source>Outputs of nccl-tests: bus bandwidth</source>
        <translation>nccl-tests 的输出：总线带宽</translation>
    </message>
    <message>
        <source>Numbers: step times, ms</source>
        <translation>数字：步时间（ms）</translation>
    </message>
    <message>
        <source>Numbers: bus bandwidths, GB/s</source>
        <translation>数字：总线带宽（GB/s）</translation>
    </message>
    <message>
        <source>&amp;Baseline of the same size</source>
        <translation>相同规模的基线(&amp;B)</translation>
    </message>
    <message>
        <source>Of as many nodes, from when all was well</source>
        <translation>节点数相同，取自一切正常时</translation>
    </message>
    <message>
        <source>This &amp;group</source>
        <translation>本组(&amp;G)</translation>
    </message>
    <message>
        <source>The runs on just these nodes</source>
        <translation>只在这些节点上的运行</translation>
    </message>
    <message>
        <source>What must not differ</source>
        <translation>不得不同的内容</translation>
    </message>
    <message>
        <source>What must not differ between the sides: batch per GPU, message sizes, sequence lengths, parallel sizes. Where it does, the result is invalid</source>
        <translation>两侧不得不同的内容：每 GPU 批量、消息大小、序列长度、并行规模。若不同，结果无效</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Folder of a run</source>
        <translation>一次运行的文件夹</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>One run a line, folder or file; one is one repeat. What the manifests tell of batch, sequence length, parallel sizes and software is checked.</source>
        <translation>每行一次运行（文件夹或文件），一次运行即一次重复。会核对清单中的批量、序列长度、并行规模和软件。</translation>
    </message>
    <message>
        <source>One output a line. The largest message size that all of them have is compared.</source>
        <translation>每行一个输出文件。比较它们共有的最大消息大小。</translation>
    </message>
    <message>
        <source>One number a repeat, lines or commas between. Fewer than three repeats prove nothing.</source>
        <translation>每次重复一个数字，用换行或逗号分隔。少于三次重复不能证明任何事。</translation>
    </message>
</context>
<context>
    <name>headwater::MissingPage</name>
    <message>
        <source>accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>dismissed</source>
        <translation>已驳回</translation>
    </message>
    <message>
        <source>Bookmark: %1</source>
        <translation>书签：%1</translation>
    </message>
    <message>
        <source>Went on past %1: %2</source>
        <translation>越过%1继续：%2</translation>
    </message>
    <message>
        <source>Search in folder…</source>
        <translation>在文件夹中查找…</translation>
    </message>
    <message>
        <source>Finds them by their content, also under another name</source>
        <translation>按内容查找，改名后也能找到</translation>
    </message>
    <message>
        <source>Choose the runs by hand…</source>
        <translation>手动选择运行…</translation>
    </message>
    <message>
        <source>What people wrote</source>
        <translation>人写下的内容</translation>
    </message>
    <message>
        <source>Inputs of %1 are missing</source>
        <translation>缺少 %1 的输入</translation>
    </message>
    <message>
        <source>%1: %2 is not there, and nothing near it has the same content</source>
        <translation>%1：%2 不存在，附近也没有内容相同的文件</translation>
    </message>
    <message>
        <source>%1: %2 is there</source>
        <translation>%1：%2 存在</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1: %2 is not what it was:</source>
        <translation>%1：%2 与保存时不同：</translation>
    </message>
    <message>
        <source>Use what is there now</source>
        <translation>使用现在的内容</translation>
    </message>
    <message>
        <source>Judges the files as they are; the notes stay, and are about the earlier ones</source>
        <translation>按文件现在的内容判定；备注保留，它们针对的是较早的内容</translation>
    </message>
    <message>
        <source>Inputs of %1 have changed since it was saved</source>
        <translation>%1 的输入在保存之后发生了变化</translation>
    </message>
    <message>
        <source>Say where they lie now. What people wrote stays with the investigation.</source>
        <translation>请指出它们现在的位置。所写的内容会留在该调查中。</translation>
    </message>
    <message>
        <source>What people wrote is about the earlier files. Use what is there now, or say where the earlier files lie; the notes stay either way.</source>
        <translation>所写的内容针对较早的文件。可以使用现在的内容，也可以指出较早文件的位置；备注都会保留。</translation>
    </message>
    <message>
        <source>Find the earlier ones in folder…</source>
        <translation>在文件夹中查找较早的文件…</translation>
    </message>
    <message>
        <source>%1 does not have all of it: what is named below was not found there.</source>
        <translation>%1 中没有全部内容：未在其中找到下列各项。</translation>
    </message>
</context>
<context>
    <name>headwater::NoteKeeper</name>
    <message>
        <source>accepting %1</source>
        <translation>接受 %1</translation>
    </message>
    <message>
        <source>reopening %1</source>
        <translation>重新打开 %1</translation>
    </message>
    <message>
        <source>Dismiss the finding</source>
        <translation>驳回这一发现</translation>
    </message>
    <message>
        <source>Why does it not matter? It stays in the list, struck through, with your reason.</source>
        <translation>为何它不重要？它会带删除线留在列表中，并附上您的理由。</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>驳回</translation>
    </message>
    <message>
        <source>dismissing %1</source>
        <translation>驳回 %1</translation>
    </message>
    <message>
        <source>Annotate the finding</source>
        <translation>批注这一发现</translation>
    </message>
    <message>
        <source>What is to be said about it?</source>
        <translation>要说明什么？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>annotating %1</source>
        <translation>批注 %1</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新批注</translation>
    </message>
    <message>
        <source>Note on this page</source>
        <translation>对本页的批注</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>对 %1 的批注</translation>
    </message>
    <message>
        <source>adding a note</source>
        <translation>添加批注</translation>
    </message>
    <message>
        <source>Bookmark this view</source>
        <translation>为此视图加书签</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>adding a bookmark</source>
        <translation>添加书签</translation>
    </message>
    <message>
        <source>Change the note</source>
        <translation>更改批注</translation>
    </message>
    <message>
        <source>Change the bookmark</source>
        <translation>更改书签</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>changing a note</source>
        <translation>更改批注</translation>
    </message>
    <message>
        <source>changing a bookmark</source>
        <translation>更改书签</translation>
    </message>
    <message>
        <source>removing a note</source>
        <translation>删除批注</translation>
    </message>
    <message>
        <source>removing a bookmark</source>
        <translation>删除书签</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>已复制 %1</translation>
    </message>
    <message>
        <source>Open reference</source>
        <translation>打开引用</translation>
    </message>
    <message>
        <source>A reference from a report or a colleague: headwater:…</source>
        <translation>来自报告或同事的引用：headwater:…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>headwater::NotesPanel</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Correctness</source>
        <translation>正确性</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>掉队 rank</translation>
    </message>
    <message>
        <source>What-if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Workshop</source>
        <translation>工作坊</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>steps %1–%2</source>
        <translation>step %1–%2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Change or remove</source>
        <translation>更改或删除</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>更改(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Pin a note to what is selected: Ctrl+M</source>
        <translation>为所选内容钉上批注：Ctrl+M</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>%1 long</source>
        <translation>时长 %1</translation>
    </message>
</context>
<context>
    <name>headwater::NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>headwater::OverviewPage</name>
    <message>
        <source>The step&apos;s change, stage by stage (mean)</source>
        <translation>step 的变化，逐阶段（均值）</translation>
    </message>
    <message>
        <source>What differs between the runs</source>
        <translation>两次运行有何不同</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Where the step&apos;s time went, per stage (%1)</source>
        <translation>step 的时间花在哪里，按阶段（%1）</translation>
    </message>
    <message>
        <source>Time per stage (%1; regressed: slowest rank)</source>
        <translation>各阶段时间（%1；变慢的取最慢 rank）</translation>
    </message>
    <message>
        <source>Split each bar into compute, transfer, copies and idle, where these are known</source>
        <translation>在已知各部分时，把每根柱分为计算、传输、拷贝与空闲</translation>
    </message>
    <message>
        <source>%1, waiting left out</source>
        <translation>%1，不含等待</translation>
    </message>
    <message>
        <source>Inside the first regressed stage</source>
        <translation>最先变慢阶段的内部</translation>
    </message>
</context>
<context>
    <name>headwater::PairPanel</name>
    <message>
        <source>Collective and message size</source>
        <translation>集合通信与消息大小</translation>
    </message>
    <message>
        <source>Pairs of nodes</source>
        <translation>节点对</translation>
    </message>
    <message>
        <source>Outliers among the pairs</source>
        <translation>节点对中的离群者</translation>
    </message>
</context>
<context>
    <name>headwater::PredictionForm</name>
    <message>
        <source>Before you look: which stage is the first that regressed? A guess will do; you will see how far it was right.</source>
        <translation>查看之前：哪个阶段最先变慢？猜也可以，最后会看到猜得对不对。</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>And why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Reason of the prediction</source>
        <translation>预测的理由</translation>
    </message>
</context>
<context>
    <name>headwater::ProblemsModel</name>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
</context>
<context>
    <name>headwater::QuestionView</name>
    <message>
        <source>What that means</source>
        <translation>这意味着什么</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Wrong turn: %1.</source>
        <translation>走错了：%1。</translation>
    </message>
    <message>
        <source>Choose again.</source>
        <translation>请重新选择。</translation>
    </message>
</context>
<context>
    <name>headwater::RailPanel</name>
    <message>
        <source>Triage</source>
        <translation>排查</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>headwater::RankTreeModel</name>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>group</source>
        <translation>成组</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有 rank</translation>
    </message>
    <message>
        <source>host unknown</source>
        <translation>主机未知</translation>
    </message>
    <message>
        <source>rack unknown</source>
        <translation>机架未知</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>slowest in %1 of %2 steps; chance of that for equal ranks %3</source>
        <translation>%2 个 step 中有 %1 个最慢；各 rank 相同时的概率 %3</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>已标出</translation>
    </message>
    <message>
        <source>Ranks, the slowest first</source>
        <translation>各 rank，最慢在前</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Median over the steps, without waiting for others; HTA and TraceLens give times with waiting</source>
        <translation>对各 step 的中位数，不含等待他人；HTA 与 TraceLens 给出的时间含等待</translation>
    </message>
    <message>
        <source>own, %1</source>
        <translation>自身，%1</translation>
    </message>
    <message>
        <source>Own time over the median of the ranks of its role</source>
        <translation>自身时间与其角色各 rank 中位数之比</translation>
    </message>
    <message>
        <source>×median</source>
        <translation>×中位数</translation>
    </message>
    <message>
        <source>Of the 3σ rule: deviations from the mean; bounded by the number of ranks</source>
        <translation>按 3σ 规则：偏离均值的标准差数；受 rank 数限制</translation>
    </message>
    <message>
        <source>z</source>
        <translation>z</translation>
    </message>
    <message>
        <source>Modified z: by median and MAD, which an outlier does not move</source>
        <translation>修正 z：按中位数与 MAD，不受离群值影响</translation>
    </message>
    <message>
        <source>robust z</source>
        <translation>稳健 z</translation>
    </message>
    <message>
        <source>t of the rank against the mean and deviation of all others</source>
        <translation>该 rank 相对其余各 rank 均值与标准差的 t</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>留一法</translation>
    </message>
    <message>
        <source>Share of the windows of steps in which it was slow</source>
        <translation>它慢的 step 窗口所占比例</translation>
    </message>
    <message>
        <source>persists</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>fixed: the same rank all along; group: its host or rack; self: slower than its own baseline; and whether its kernels or its host are slow</source>
        <translation>固定：始终是同一个 rank；成组：其主机或机架；自身：比自己的基线慢；以及是其 kernel 慢还是主机慢</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>The same of this rank in the %1 run</source>
        <translation>该 rank 在%1运行中的同一数值</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Current minus baseline</source>
        <translation>当前减去基线</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>headwater::RecentList</name>
    <message>
        <source>Opened before</source>
        <translation>以前打开过</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Last opened</source>
        <translation>上次打开</translation>
    </message>
    <message>
        <source>Investigations and pairs of runs, the latest first; Enter opens one</source>
        <translation>调查与成对的运行，最近的在前；按回车键打开</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1（不存在）</translation>
    </message>
    <message>
        <source>Not all of it is there any more:</source>
        <translation>其中有些已不存在：</translation>
    </message>
</context>
<context>
    <name>headwater::ReportPage</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>HTML…</source>
        <translation>HTML…</translation>
    </message>
    <message>
        <source>PDF…</source>
        <translation>PDF…</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown…</translation>
    </message>
    <message>
        <source>JSON…</source>
        <translation>JSON…</translation>
    </message>
    <message>
        <source>JUnit…</source>
        <translation>JUnit…</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Host names</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>User names</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>Paths and run names</source>
        <translation>路径与运行名</translation>
    </message>
    <message>
        <source>Language of the report</source>
        <translation>报告的语言</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Pages of the report</source>
        <translation>报告的页面</translation>
    </message>
    <message>
        <source>What the report holds</source>
        <translation>报告的内容</translation>
    </message>
</context>
<context>
    <name>headwater::ReportPreview</name>
    <message>
        <source>Preview of the report</source>
        <translation>报告预览</translation>
    </message>
</context>
<context>
    <name>headwater::ResourceTables</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>warn</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Any occurrence or difference is reported</source>
        <translation>任何出现或差别都会报告</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>需要 %1</translation>
    </message>
    <message>
        <source>%1 looked at</source>
        <translation>查看了 %1 个</translation>
    </message>
    <message>
        <source>%1 looked at, %2 in the baseline</source>
        <translation>查看了 %1 个，基线中 %2 个</translation>
    </message>
    <message>
        <source>nothing found (%1)</source>
        <translation>没有发现问题（%1）</translation>
    </message>
    <message>
        <source> (the baseline has it too)</source>
        <translation>（基线也有）</translation>
    </message>
    <message>
        <source> … and %1 more</source>
        <translation> … 另有 %1 个</translation>
    </message>
    <message>
        <source>%1 ×, steps %2</source>
        <translation>%1 ×，step %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>before the steps</source>
        <translation>在各 step 之前</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>在 step 之间</translation>
    </message>
    <message>
        <source>after the steps</source>
        <translation>在各 step 之后</translation>
    </message>
    <message>
        <source>not placed</source>
        <translation>未定位</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>unknown: what it needs was not recorded, which is not the same as fine</source>
        <translation>未知：没有记录所需内容，这不等于正常</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>领域</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>The worst, with its value and the baseline&apos;s; all in the tool tip</source>
        <translation>最严重的一项及其值与基线的值；全部见提示</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>By which it is judged; change them below</source>
        <translation>据此判定；可在下方更改</translation>
    </message>
    <message>
        <source>Known how</source>
        <translation>如何得知</translation>
    </message>
    <message>
        <source>read from %1</source>
        <translation>读取自 %1</translation>
    </message>
    <message>
        <source>None of the %1 checks has data: nothing is known of the devices and hosts. Add nvidia-smi, DCGM, Prometheus or node-exporter output and kernel logs to the runs&apos; folders.</source>
        <translation>%1 项检查都没有数据：设备的情况一无所知。请把 nvidia-smi、DCGM、Prometheus 或 node-exporter 的输出以及内核日志放入运行的文件夹。</translation>
    </message>
    <message>
        <source>%1 of %2 checks have data: %3 with a fault, %4 with a note; %5 are unknown</source>
        <translation>%2 项检查中有 %1 项有数据：%3 项有故障，%4 项有说明；%5 项未知</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step of the run it happened in; the tool tip says how the clocks were laid together</source>
        <translation>它发生在运行的哪个 step；提示中说明时钟如何对齐</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>As it stood</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>, rank %1</source>
        <translation>，rank %1</translation>
    </message>
</context>
<context>
    <name>headwater::ResourcesPage</name>
    <message>
        <source>Are devices and hosts as they should be?</source>
        <translation>设备与主机是否正常？</translation>
    </message>
    <message>
        <source>Findings of this layer</source>
        <translation>这一层的发现</translation>
    </message>
    <message>
        <source>Findings of the resources layer</source>
        <translation>资源层的发现</translation>
    </message>
    <message>
        <source>Metrics of both runs</source>
        <translation>两次运行的指标</translation>
    </message>
    <message>
        <source>Device × time</source>
        <translation>设备 × 时间</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Devices of the %1 run</source>
        <translation>%1运行的设备</translation>
    </message>
    <message>
        <source>Every check</source>
        <translation>所有检查</translation>
    </message>
    <message>
        <source>Hide what is unknown</source>
        <translation>隐藏未知项</translation>
    </message>
    <message>
        <source>Checks of devices and hosts</source>
        <translation>设备与主机的检查</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Events of both runs</source>
        <translation>两次运行的事件</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>No event of a device or host was recorded.</source>
        <translation>没有记录设备或主机的事件。</translation>
    </message>
    <message>
        <source>Changed ones are bold. Every verdict and report prints them, a saved investigation keeps them, and Ctrl+Z takes a change back.</source>
        <translation>更改过的以粗体显示。每个判定与报告都会打印，保存的调查会保留，Ctrl+Z 可撤销更改。</translation>
    </message>
    <message>
        <source>Laying the telemetry beside the steps…</source>
        <translation>正在把遥测与各 step 对齐…</translation>
    </message>
    <message>
        <source>No telemetry in either run. Add nvidia-smi, DCGM, Prometheus, node-exporter or network counters to the runs&apos; folders, or fetch a time range from Prometheus.</source>
        <translation>两次运行都没有遥测。请把 nvidia-smi、DCGM、Prometheus、node-exporter 或网络计数器放入运行的文件夹，或从 Prometheus 获取某一时间范围。</translation>
    </message>
    <message>
        <source>Show all %1 metrics</source>
        <translation>显示全部 %1 个指标</translation>
    </message>
</context>
<context>
    <name>headwater::ResultEntry</name>
    <message>
        <source>Add this result</source>
        <translation>添加此结果</translation>
    </message>
    <message>
        <source>%1 groups: give their results as a file (headwater.scale-results/1).</source>
        <translation>%1 个组：请以文件给出结果（headwater.scale-results/1）。</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>Result of group %1</source>
        <translation>组 %1 的结果</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Nothing is entered for this group yet</source>
        <translation>该组尚未填写</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>As fast as the baseline of its size</source>
        <translation>与同规模的基线一样快</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>Slower than the baseline of its size</source>
        <translation>比同规模的基线慢</translation>
    </message>
    <message>
        <source>Inconclusive</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>The repeats leave it open: it will be proposed again with more</source>
        <translation>各次重复未能判定：将以更多次重复再次提出</translation>
    </message>
    <message>
        <source>A word is kept as such, not as measured; the plan is made anew. Ctrl+Z takes it back</source>
        <translation>口头判断按口头判断保存，不算测量；计划会重新制定。Ctrl+Z 可撤销</translation>
    </message>
    <message>
        <source>Measured…</source>
        <translation>测量值…</translation>
    </message>
    <message>
        <source>Runs, outputs of nccl-tests or numbers, next to a baseline of the same size</source>
        <translation>运行、nccl-tests 的输出或数字，并附相同规模的基线</translation>
    </message>
    <message>
        <source>What was measured of group %1</source>
        <translation>组 %1 的测量值</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>取出</translation>
    </message>
    <message>
        <source>Take out what was measured of group %1</source>
        <translation>取出组 %1 的测量值</translation>
    </message>
    <message>
        <source>%1: median %2 of %3, baseline %4 of %5</source>
        <translation>%1：中位数 %2（%3 次），基线 %4（%5 次）</translation>
    </message>
</context>
<context>
    <name>headwater::RubricView</name>
    <message>
        <source>%1 (1 point)</source>
        <translation>%1（1 分）</translation>
    </message>
    <message>
        <source>%1 (%2 points)</source>
        <translation>%1（%2 分）</translation>
    </message>
    <message>
        <source>Model answer. Tick each point that the text above makes:</source>
        <translation>参考答案。请勾选上面文字说到的每个要点：</translation>
    </message>
</context>
<context>
    <name>headwater::SavedLabel</name>
    <message>
        <source>saved %1</source>
        <translation>已于 %1 保存</translation>
    </message>
    <message>
        <source>The investigation was saved; nothing changed since</source>
        <translation>调查已保存；此后没有更改</translation>
    </message>
    <message>
        <source>changed since %1</source>
        <translation>%1 之后有更改</translation>
    </message>
    <message>
        <source>What changed since is kept in case of a crash. Ctrl+S saves it.</source>
        <translation>此后的更改会保留以防崩溃。Ctrl+S 保存。</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>未保存</translation>
    </message>
</context>
<context>
    <name>headwater::ScalePage</name>
    <message>
        <source>show a simulated example</source>
        <translation>显示模拟示例</translation>
    </message>
    <message>
        <source>plan without a topology</source>
        <translation>不用拓扑制定计划</translation>
    </message>
    <message>
        <source>add a result</source>
        <translation>添加结果</translation>
    </message>
    <message>
        <source>run it on the simulated cluster</source>
        <translation>在模拟集群上运行</translation>
    </message>
    <message>
        <source>take out the last result</source>
        <translation>去掉最后的结果</translation>
    </message>
    <message>
        <source>start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>The results that were there name other nodes and were taken out. Ctrl+Z brings them back.</source>
        <translation>原有结果指的是别的节点，已去掉。Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>A simulated cluster: nothing here was measured on real machines.</source>
        <translation>模拟的集群：这里没有任何内容是在真实机器上测得的。</translation>
    </message>
    <message>
        <source>The switches are not known: no switch can be named, and groups may miss the path between switches.</source>
        <translation>交换机未知：无法指出某台交换机，各组也可能漏掉交换机之间的路径。</translation>
    </message>
    <message>
        <source>No rank of the current run is on these nodes.</source>
        <translation>当前运行没有 rank 在这些节点上。</translation>
    </message>
    <message>
        <source>The ranks name no host: they are assumed on the nodes in order.</source>
        <translation>各 rank 未给出主机：假定它们依次位于这些节点上。</translation>
    </message>
    <message>
        <source>Ranks are on the nodes whose names they give as host.</source>
        <translation>各 rank 位于其主机名所指的节点上。</translation>
    </message>
    <message>
        <source>None: nothing is left to tell apart.</source>
        <translation>无：已没有可区分的了。</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>尚无。</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Next experiment</source>
        <translation>下一个实验</translation>
    </message>
    <message>
        <source>Groups of the next experiment</source>
        <translation>下一个实验的组</translation>
    </message>
    <message>
        <source>Copy commands</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>One line a group; run them at the same time</source>
        <translation>每组一行；请同时运行</translation>
    </message>
    <message>
        <source>Run it on the simulated cluster</source>
        <translation>在模拟集群上运行</translation>
    </message>
    <message>
        <source>What it may show</source>
        <translation>可能的结果</translation>
    </message>
    <message>
        <source>Experiments done</source>
        <translation>已做的实验</translation>
    </message>
    <message>
        <source>Take out the last result</source>
        <translation>去掉最后的结果</translation>
    </message>
    <message>
        <source>Pairs of nodes</source>
        <translation>节点对</translation>
    </message>
    <message>
        <source>To tell suspects apart, at any size</source>
        <translation>在任何规模下区分嫌疑者</translation>
    </message>
    <message>
        <source>take out the results of isolation tests</source>
        <translation>移除隔离测试的结果</translation>
    </message>
    <message>
        <source>open %1 files</source>
        <translation>打开 %1 个文件</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>回到开始页</translation>
    </message>
    <message>
        <source>A topology, results of experiments and isolation tests (headwater.scale-results/1), or what nccl-tests printed; several at once; dropping them will do too</source>
        <translation>拓扑、实验与隔离测试的结果（headwater.scale-results/1），或 nccl-tests 的输出；可一次多个，也可以拖放</translation>
    </message>
    <message>
        <source>The topology has %1 nodes, a plan at most %2: the first are taken. Say on how many GPUs the job is slow.</source>
        <translation>该拓扑有 %1 个节点，一个计划最多 %2 个：取前面的节点。请说明作业在多少个 GPU 上变慢。</translation>
    </message>
    <message>
        <source>add a baseline of nccl-tests</source>
        <translation>添加 nccl-tests 的基线</translation>
    </message>
    <message>
        <source>Stopped. What is shown is what was there before.</source>
        <translation>已停止。显示的是之前的内容。</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在制定计划…</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>Nodes of the slow job</source>
        <translation>变慢作业的节点</translation>
    </message>
    <message>
        <source>Their names, commas or lines between; the others are left out, and results that name them</source>
        <translation>节点名称，用逗号或换行分隔；其他节点以及提到它们的结果会被去掉</translation>
    </message>
    <message>
        <source>the nodes of the slow job</source>
        <translation>变慢作业的节点</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Nodes…</source>
        <translation>节点…</translation>
    </message>
    <message>
        <source>Which nodes the slow job ran on, where they are not the first of the topology</source>
        <translation>变慢作业所用的节点（若不是拓扑中最前面的节点）</translation>
    </message>
</context>
<context>
    <name>headwater::ScaleSizes</name>
    <message>
        <source>GPUs on which the job is slow</source>
        <translation>作业变慢的 GPU 数</translation>
    </message>
    <message>
        <source>Whole nodes, the first of the topology</source>
        <translation>整节点，取拓扑中的前几个</translation>
    </message>
    <message>
        <source>Largest size at which the job is fine</source>
        <translation>作业正常的最大规模</translation>
    </message>
    <message>
        <source>Whichever GPUs they are; it rules out faults that would show there</source>
        <translation>不论是哪些 GPU；据此排除会在该规模出现的故障</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Minutes of one run</source>
        <translation>一次运行的分钟数</translation>
    </message>
    <message>
        <source>For the cost of an experiment</source>
        <translation>用于计算实验的代价</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source> GPUs</source>
        <translation> 块 GPU</translation>
    </message>
    <message>
        <source>Slow on</source>
        <translation>变慢规模</translation>
    </message>
    <message>
        <source>Fine up to</source>
        <translation>正常上限</translation>
    </message>
    <message>
        <source>A run takes</source>
        <translation>每次运行</translation>
    </message>
    <message>
        <source>the size that is slow</source>
        <translation>变慢的规模</translation>
    </message>
    <message>
        <source>the size that is fine</source>
        <translation>正常的规模</translation>
    </message>
    <message>
        <source>the minutes of a run</source>
        <translation>运行的分钟数</translation>
    </message>
    <message>
        <source>GPUs of one node</source>
        <translation>每个节点的 GPU 数</translation>
    </message>
    <message>
        <source>What Slurm and ibnetdiscover print does not say it: taken to be 8</source>
        <translation>Slurm 和 ibnetdiscover 的输出不说明该值：按 8 计</translation>
    </message>
    <message>
        <source> a node</source>
        <translation> 每节点</translation>
    </message>
    <message>
        <source>the GPUs of a node</source>
        <translation>每个节点的 GPU 数</translation>
    </message>
</context>
<context>
    <name>headwater::ScaleStart</name>
    <message>
        <source>Slow only on many GPUs?</source>
        <translation>只在大量 GPU 上变慢？</translation>
    </message>
    <message>
        <source>Give the nodes that the slow job ran on and the switches they hang on. Headwater proposes the smallest experiment that tells most: groups of nodes that run at the same time and keep the path between switches. Enter what they show, and it names the node, the pair or the switch, or says that it is the size alone.</source>
        <translation>给出变慢作业所在的节点及其所接的交换机。Headwater 提出信息最多的最小实验：若干组节点同时运行，并保留交换机之间的路径。填入结果，它便指出是哪个节点、哪对节点或哪台交换机，或说明只与规模有关。</translation>
    </message>
    <message>
        <source>Drop a file here: headwater.topology/1, Slurm&apos;s topology.conf, or what ibnetdiscover prints.</source>
        <translation>把文件拖到这里：headwater.topology/1、Slurm 的 topology.conf，或 ibnetdiscover 的输出。</translation>
    </message>
    <message>
        <source>Open topology…</source>
        <translation>打开拓扑…</translation>
    </message>
    <message>
        <source>Show a simulated example</source>
        <translation>显示模拟示例</translation>
    </message>
    <message>
        <source>32 nodes with a hidden fault, to see how it works</source>
        <translation>32 个节点，藏有一个故障，用来了解其用法</translation>
    </message>
    <message>
        <source>Without a topology: slow on</source>
        <translation>没有拓扑：变慢于</translation>
    </message>
    <message>
        <source>GPUs of the slow job</source>
        <translation>变慢作业的 GPU 数</translation>
    </message>
    <message>
        <source> GPUs</source>
        <translation> 块 GPU</translation>
    </message>
    <message>
        <source>GPUs of one node</source>
        <translation>每个节点的 GPU 数</translation>
    </message>
    <message>
        <source> a node</source>
        <translation> 每节点</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>制定计划</translation>
    </message>
    <message>
        <source>No switch can be named then, and groups may miss the path between switches</source>
        <translation>那样就无法指出交换机，各组也可能漏掉交换机之间的路径</translation>
    </message>
    <message>
        <source>Topology of the run: %1</source>
        <translation>运行的拓扑：%1</translation>
    </message>
</context>
<context>
    <name>headwater::Scatter</name>
    <message>
        <source>Waiting against own time of each rank, both runs</source>
        <translation>每个 rank 的等待对自身时间，两次运行</translation>
    </message>
    <message>
        <source>%1 rank %2: %3 %4, %5 %6</source>
        <translation>%1 rank %2：%3 %4，%5 %6</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>已标出</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
</context>
<context>
    <name>headwater::ScoreView</name>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Veto: %1.</source>
        <translation>一票否决：%1。</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
</context>
<context>
    <name>headwater::Session</name>
    <message>
        <source>stages: %1</source>
        <translation>阶段：%1</translation>
    </message>
</context>
<context>
    <name>headwater::SourcesModel</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>times in %1</source>
        <translation>时间单位 %1</translation>
    </message>
    <message>
        <source>time zone %1</source>
        <translation>时区 %1</translation>
    </message>
    <message>
        <source>rules %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>已忽略</translation>
    </message>
    <message>
        <source>in the baseline</source>
        <translation>在基线中</translation>
    </message>
    <message>
        <source>in the current run</source>
        <translation>在当前运行中</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>yours: %1</source>
        <translation>您的说明：%1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>headwater::StabilityChart</name>
    <message>
        <source>How stable the first regressed stage is</source>
        <translation>最先变慢阶段的稳定性</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Share of joint resamples of the steps in which each stage came out first:
%1</source>
        <translation>对各 step 联合重采样，每个阶段最先出现的占比：
%1</translation>
    </message>
    <message>
        <source>first regressed in the verdict</source>
        <translation>判定中最先变慢</translation>
    </message>
    <message>
        <source>first in some resamples</source>
        <translation>在部分重采样中最先</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Share of resamples in which it is first</source>
        <translation>它最先的重采样占比</translation>
    </message>
    <message>
        <source>Nothing to resample: too few steps, or identical samples</source>
        <translation>无可重采样：step 太少，或样本相同</translation>
    </message>
    <message>
        <source>%1 joint resamples of steps</source>
        <translation>对各 step 联合重采样 %1 次</translation>
    </message>
</context>
<context>
    <name>headwater::StageBarChart</name>
    <message>
        <source>Stage times of both runs</source>
        <translation>两次运行的阶段时间</translation>
    </message>
    <message>
        <source>first regressed</source>
        <translation>最先变慢</translation>
    </message>
    <message>
        <source>first, not confirmed</source>
        <translation>最先，未确认</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>1 stage</source>
        <translation>1 个阶段</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 个阶段</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 (ns, %2)</source>
        <translation>%1（ns，%2）</translation>
    </message>
    <message>
        <source>%1 %2 (ns)</source>
        <translation>%1 %2（ns）</translation>
    </message>
</context>
<context>
    <name>headwater::StageDetailPanel</name>
    <message>
        <source>downstream of the first</source>
        <translation>在首个的下游</translation>
    </message>
    <message>
        <source>n %1 / %2 steps</source>
        <translation>n %1 / %2 个 step</translation>
    </message>
    <message>
        <source>95 % interval %1</source>
        <translation>95 % 区间 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>slowest rank</source>
        <translation>最慢 rank</translation>
    </message>
    <message>
        <source>slowest of ranks %1</source>
        <translation>rank %1 中最慢</translation>
    </message>
    <message>
        <source>mean over ranks</source>
        <translation>各 rank 均值</translation>
    </message>
    <message>
        <source>mean of ranks %1</source>
        <translation>rank %1 的均值</translation>
    </message>
    <message>
        <source>median of ranks %1</source>
        <translation>rank %1 的中位数</translation>
    </message>
    <message>
        <source>Select a stage</source>
        <translation>请选择一个阶段</translation>
    </message>
    <message>
        <source>per step, %1</source>
        <translation>每个 step，%1</translation>
    </message>
    <message>
        <source>Mean over all ranks: %1</source>
        <translation>所有 rank 的均值：%1</translation>
    </message>
    <message>
        <source>Median over all ranks: %1</source>
        <translation>所有 rank 的中位数：%1</translation>
    </message>
    <message>
        <source>Slowest rank of each step: %1</source>
        <translation>每个 step 最慢的 rank：%1</translation>
    </message>
</context>
<context>
    <name>headwater::StagePanel</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
</context>
<context>
    <name>headwater::StageSheet</name>
    <message>
        <source>Times of the stages of both runs</source>
        <translation>两次运行各阶段的时间</translation>
    </message>
</context>
<context>
    <name>headwater::StageTableModel</name>
    <message>
        <source>slowest rank</source>
        <translation>最慢 rank</translation>
    </message>
    <message>
        <source>mean over ranks</source>
        <translation>各 rank 均值</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>downstream</source>
        <translation>下游</translation>
    </message>
    <message>
        <source>Lies after the first regressed stage: affected, its own cause is not shown</source>
        <translation>位于最先变慢的阶段之后：受影响，其自身原因未显示</translation>
    </message>
    <message>
        <source>Its own time did not grow: it waits for other ranks</source>
        <translation>其自身时间没有增长：它在等待其他 rank</translation>
    </message>
    <message>
        <source>Its own time grew too; whether for the same reason as the first stage&apos;s is not shown</source>
        <translation>其自身时间也增长了；是否与首个阶段原因相同未能显示</translation>
    </message>
    <message>
        <source>Explained by %1</source>
        <translation>由 %1 解释</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Baseline
%1</source>
        <translation>基线
%1</translation>
    </message>
    <message>
        <source>Current
%1</source>
        <translation>当前
%1</translation>
    </message>
    <message>
        <source>Change
%1</source>
        <translation>变化
%1</translation>
    </message>
    <message>
        <source>Change, %
[95 % interval]</source>
        <translation>变化，%
[95 % 区间]</translation>
    </message>
    <message>
        <source>n, steps
base / cur.</source>
        <translation>n，step
基线 / 当前</translation>
    </message>
    <message>
        <source>Share of
step&apos;s change</source>
        <translation>占 step
变化</translation>
    </message>
    <message>
        <source>p
(Holm)</source>
        <translation>p
(Holm)</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Baseline: the chosen statistic over steps</source>
        <translation>基线：所选统计量（对各 step）</translation>
    </message>
    <message>
        <source>Current: the chosen statistic over steps</source>
        <translation>当前：所选统计量（对各 step）</translation>
    </message>
    <message>
        <source>Current minus baseline</source>
        <translation>当前减去基线</translation>
    </message>
    <message>
        <source>Change relative to the baseline, with its 95 % interval</source>
        <translation>相对基线的变化及其 95 % 区间</translation>
    </message>
    <message>
        <source>Steps compared: baseline / current</source>
        <translation>比较的 step：基线 / 当前</translation>
    </message>
    <message>
        <source>What part of the whole step&apos;s change this stage explains</source>
        <translation>该阶段解释了整个 step 变化的多少</translation>
    </message>
    <message>
        <source>Probability of such a change without a regression, corrected for many stages (Holm)</source>
        <translation>没有变慢时出现这种变化的概率，已按多个阶段校正（Holm）</translation>
    </message>
    <message>
        <source>Regressed, not regressed or inconclusive at the chosen threshold</source>
        <translation>在所选阈值下：变慢、未变慢或未定</translation>
    </message>
</context>
<context>
    <name>headwater::StartPage</name>
    <message>
        <source>Look at the files and say the unit, or name the column duration_ms</source>
        <translation>查看文件并说明单位，或把该列命名为 duration_ms</translation>
    </message>
    <message>
        <source>Where does the slowdown start?</source>
        <translation>变慢从哪里开始？</translation>
    </message>
    <message>
        <source>Give two runs of the same job. Headwater names the first stage that regressed, says whether it is one rank or all of them, and what to try next.</source>
        <translation>给出同一作业的两次运行。Headwater 指出最先变慢的阶段，说明是一个 rank 还是全部，以及下一步该试什么。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Open the sample investigation</source>
        <translation>打开示例调查</translation>
    </message>
    <message>
        <source>Look at the files…</source>
        <translation>查看文件…</translation>
    </message>
    <message>
        <source>See what each file is, and say its rank, unit, rules or run</source>
        <translation>看每个文件是什么，并说明其 rank、单位、规则或运行</translation>
    </message>
    <message>
        <source>Choose both runs first</source>
        <translation>请先选择两次运行</translation>
    </message>
    <message>
        <source>Workshop: find hidden faults</source>
        <translation>工作坊：寻找隐藏的故障</translation>
    </message>
    <message>
        <source>Cases to practise on, ideas to drag, the exercise (Ctrl+9)</source>
        <translation>供练习的案例、可拖动的概念图、练习（Ctrl+9）</translation>
    </message>
    <message>
        <source>Plan at scale, without runs</source>
        <translation>规模排查（无需运行）</translation>
    </message>
    <message>
        <source>Find a fault that shows only on many GPUs: a topology and results are enough (Ctrl+Shift+L)</source>
        <translation>查找只在许多 GPU 上才出现的故障：有拓扑和结果就够了（Ctrl+Shift+L）</translation>
    </message>
</context>
<context>
    <name>headwater::StatisticsTable</name>
    <message>
        <source>Statistics of the selected stage</source>
        <translation>所选阶段的统计量</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>baseline %1 %4, current %2 %4, change %3</source>
        <translation>基线 %1 %4，当前 %2 %4，变化 %3</translation>
    </message>
</context>
<context>
    <name>headwater::StepSeriesChart</name>
    <message>
        <source>Steps of the selected stage over time</source>
        <translation>所选阶段各 step 随时间的变化</translation>
    </message>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>baseline step %1: %2</source>
        <translation>基线 step %1：%2</translation>
    </message>
    <message>
        <source>current step %1: %2</source>
        <translation>当前 step %1：%2</translation>
    </message>
    <message>
        <source>(warm-up)</source>
        <translation>（预热）</translation>
    </message>
    <message>
        <source>(failed)</source>
        <translation>（失败）</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>No steps to show</source>
        <translation>没有可显示的 step</translation>
    </message>
</context>
<context>
    <name>headwater::StragglersPage</name>
    <message>
        <source>Which time of a rank</source>
        <translation>rank 的哪种时间</translation>
    </message>
    <message>
        <source>Own time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>What a rank does between collectives, its waiting left out. Without collectives: the step</source>
        <translation>rank 在集合通信之间所做的事，不含等待。没有集合通信时为 step</translation>
    </message>
    <message>
        <source>Pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>Union of the compute kernels of a step. HTA: compute time</source>
        <translation>一个 step 中计算 kernel 的并集。HTA：计算时间</translation>
    </message>
    <message>
        <source>From zero</source>
        <translation>从零开始</translation>
    </message>
    <message>
        <source>Begin the axis at zero; off: where the values begin</source>
        <translation>坐标轴从零开始；关闭时从数值开始处</translation>
    </message>
    <message>
        <source>Role of the ranks</source>
        <translation>rank 的角色</translation>
    </message>
    <message>
        <source>Ranks are compared with ranks that do the same work</source>
        <translation>rank 与做同样工作的 rank 比较</translation>
    </message>
    <message>
        <source>Ranks by time</source>
        <translation>各 rank 按时间</translation>
    </message>
    <message>
        <source>Waiting against own time</source>
        <translation>等待对自身时间</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Ranks of this run, in the map and in the table</source>
        <translation>图与表中显示这次运行的 rank</translation>
    </message>
    <message>
        <source>Own time, rank by step</source>
        <translation>自身时间，rank 对 step</translation>
    </message>
    <message>
        <source>Rank × step</source>
        <translation>Rank × step</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Ranks that do the same work</source>
        <translation>做同样工作的 rank</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Ranks on one host</source>
        <translation>同一主机上的 rank</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Hosts of one rack, where the manifest says “rack.HOST”</source>
        <translation>同一机架的主机，依 manifest 中的“rack.HOST”</translation>
    </message>
    <message>
        <source>Ranks by group</source>
        <translation>各 rank 按组</translation>
    </message>
    <message>
        <source>By the rules for a rank&apos;s whole step: %1.</source>
        <translation>按 rank 整个 step 的规则：%1。</translation>
    </message>
    <message>
        <source>role unknown</source>
        <translation>角色未知</translation>
    </message>
</context>
<context>
    <name>headwater::TelemetryCharts</name>
    <message>
        <source>GPU utilisation</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>Share of time in which any kernel ran (nvidia-smi utilization.gpu, DCGM_FI_DEV_GPU_UTIL); says nothing about how busy the SMs were</source>
        <translation>有任何 kernel 在运行的时间占比（nvidia-smi utilization.gpu，DCGM_FI_DEV_GPU_UTIL）；不说明 SM 有多忙</translation>
    </message>
    <message>
        <source>SM activity</source>
        <translation>SM 活跃度</translation>
    </message>
    <message>
        <source>Share of time in which an SM had work (DCGM_FI_PROF_SM_ACTIVE; Nsight: SM Active)</source>
        <translation>SM 有工作的时间占比（DCGM_FI_PROF_SM_ACTIVE；Nsight：SM Active）</translation>
    </message>
    <message>
        <source>Tensor activity</source>
        <translation>张量核心活跃度</translation>
    </message>
    <message>
        <source>Share of time in which the tensor cores worked (DCGM_FI_PROF_PIPE_TENSOR_ACTIVE)</source>
        <translation>张量核心在工作的时间占比（DCGM_FI_PROF_PIPE_TENSOR_ACTIVE）</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM 时钟</translation>
    </message>
    <message>
        <source>clocks.sm of nvidia-smi, DCGM_FI_DEV_SM_CLOCK</source>
        <translation>nvidia-smi 的 clocks.sm，DCGM_FI_DEV_SM_CLOCK</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>power.draw of nvidia-smi, DCGM_FI_DEV_POWER_USAGE</source>
        <translation>nvidia-smi 的 power.draw，DCGM_FI_DEV_POWER_USAGE</translation>
    </message>
    <message>
        <source>GPU temperature</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>temperature.gpu of nvidia-smi, DCGM_FI_DEV_GPU_TEMP</source>
        <translation>nvidia-smi 的 temperature.gpu，DCGM_FI_DEV_GPU_TEMP</translation>
    </message>
    <message>
        <source>Device memory used</source>
        <translation>已用显存</translation>
    </message>
    <message>
        <source>memory.used of nvidia-smi, DCGM_FI_DEV_FB_USED</source>
        <translation>nvidia-smi 的 memory.used，DCGM_FI_DEV_FB_USED</translation>
    </message>
    <message>
        <source>Memory controller busy</source>
        <translation>显存控制器忙碌</translation>
    </message>
    <message>
        <source>utilization.memory of nvidia-smi, DCGM_FI_DEV_MEM_COPY_UTIL</source>
        <translation>nvidia-smi 的 utilization.memory，DCGM_FI_DEV_MEM_COPY_UTIL</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>显存时钟</translation>
    </message>
    <message>
        <source>clocks.mem of nvidia-smi, DCGM_FI_DEV_MEM_CLOCK</source>
        <translation>nvidia-smi 的 clocks.mem，DCGM_FI_DEV_MEM_CLOCK</translation>
    </message>
    <message>
        <source>PCIe generation</source>
        <translation>PCIe 代数</translation>
    </message>
    <message>
        <source>pcie.link.gen.current of nvidia-smi; falls when the link rests</source>
        <translation>nvidia-smi 的 pcie.link.gen.current；链路空闲时会下降</translation>
    </message>
    <message>
        <source>PCIe lanes</source>
        <translation>PCIe 通道数</translation>
    </message>
    <message>
        <source>pcie.link.width.current of nvidia-smi</source>
        <translation>nvidia-smi 的 pcie.link.width.current</translation>
    </message>
    <message>
        <source>since the capture began</source>
        <translation>自采集开始</translation>
    </message>
    <message>
        <source>, rate</source>
        <translation>，速率</translation>
    </message>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>, rank %1</source>
        <translation>，rank %1</translation>
    </message>
    <message>
        <source>No line of this metric in the %1 run</source>
        <translation>%1运行中没有该指标的线</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>headwater::ThresholdTable</name>
    <message>
        <source>Thresholds of the resource checks</source>
        <translation>资源检查的阈值</translation>
    </message>
</context>
<context>
    <name>headwater::ThresholdsModel</name>
    <message>
        <source>from %1</source>
        <translation>从 %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 takes a number %2, not “%3”</source>
        <translation>%1 需要一个数 %2，而不是“%3”</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
</context>
<context>
    <name>headwater::TimelinePage</name>
    <message>
        <source>No timeline without the full traces</source>
        <translation>没有完整的 trace 就没有时间线</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>尚无可显示的内容</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>What the timeline shows</source>
        <translation>时间线显示的内容</translation>
    </message>
    <message>
        <source>Coupled zoom</source>
        <translation>联动缩放</translation>
    </message>
    <message>
        <source>Both runs on one axis, each from its first step on</source>
        <translation>两次运行共用一个坐标轴，各自从首个 step 起</translation>
    </message>
    <message>
        <source>Align by step</source>
        <translation>按 step 对齐</translation>
    </message>
    <message>
        <source>The selected step begins at zero on every rank of both runs</source>
        <translation>所选 step 在两次运行的每个 rank 上都从零开始</translation>
    </message>
    <message>
        <source>Bubbles only</source>
        <translation>只看气泡</translation>
    </message>
    <message>
        <source>Leave out what ran: only time without compute, by cause</source>
        <translation>不显示运行的内容：只显示没有计算的时间，按原因</translation>
    </message>
    <message>
        <source>Search ( / )</source>
        <translation>搜索（ / ）</translation>
    </message>
    <message>
        <source>Search names</source>
        <translation>搜索名称</translation>
    </message>
    <message>
        <source>Previous hit (Shift+N)</source>
        <translation>上一个（Shift+N）</translation>
    </message>
    <message>
        <source>Next hit (N)</source>
        <translation>下一个（N）</translation>
    </message>
    <message>
        <source>W A S D zoom and pan · F frame selection · / search · Enter opens a rank</source>
        <translation>W A S D 缩放与平移 · F 框选所选 · / 搜索 · Enter 打开 rank</translation>
    </message>
    <message>
        <source>No data: neither run has traces, so nothing says when its devices and threads did what.
Load a folder of PyTorch Profiler traces (.json, .json.gz) or an Nsight Systems export (nsys export --type sqlite) on the Inputs page.</source>
        <translation>无数据：两次运行都没有 trace，因此无从得知其设备与线程何时做了什么。
请在“输入”页加载 PyTorch Profiler trace（.json、.json.gz）的文件夹，或 Nsight Systems 导出（nsys export --type sqlite）。</translation>
    </message>
    <message>
        <source>Preparing the timeline…</source>
        <translation>正在准备时间线…</translation>
    </message>
    <message>
        <source>Preparing the timeline… %1</source>
        <translation>正在准备时间线… %1</translation>
    </message>
    <message>
        <source>%1 bubbles</source>
        <translation>%1 个气泡</translation>
    </message>
    <message>
        <source>the %1 longest bubbles; %2 shorter ones are in the sums</source>
        <translation>最长的 %1 个气泡；较短的 %2 个计入总和</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 个片段</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>%1 hits…</source>
        <translation>%1 个匹配…</translation>
    </message>
    <message>
        <source>%1 hits</source>
        <translation>%1 个匹配</translation>
    </message>
</context>
<context>
    <name>headwater::TimelineView</name>
    <message>
        <source>Timeline of both runs</source>
        <translation>两次运行的时间线</translation>
    </message>
    <message>
        <source>Up and down go from rank to rank, left and right from slice to slice, W A S D zoom and pan, F frames the selection, Enter opens a rank.</source>
        <translation>上下键在 rank 之间移动，左右键在片段之间移动，W A S D 缩放与平移，F 框选所选，Enter 打开 rank。</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>nothing selected</source>
        <translation>未选择</translation>
    </message>
</context>
<context>
    <name>headwater::TopBar</name>
    <message>
        <source>Statistic</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>canonical</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>rule file…</source>
        <translation>规则文件…</translation>
    </message>
    <message>
        <source>How the stages of a step are found</source>
        <translation>如何找出一个 step 的各阶段</translation>
    </message>
    <message>
        <source>A stage regresses when it is slower by more than this</source>
        <translation>阶段变慢超过此值即判为变慢</translation>
    </message>
    <message>
        <source>Threshold epsilon</source>
        <translation>阈值 ε</translation>
    </message>
    <message>
        <source>Threshold epsilon in per cent</source>
        <translation>阈值 ε，百分数</translation>
    </message>
    <message>
        <source>Threshold ε</source>
        <translation>阈值 ε</translation>
    </message>
</context>
<context>
    <name>headwater::TopologyMap</name>
    <message>
        <source>Topology of the cluster</source>
        <translation>集群拓扑</translation>
    </message>
    <message>
        <source>%1 nodes on %2 leaf switches under %3 spines</source>
        <translation>%1 个节点，接在 %2 台叶交换机上，上有 %3 台脊交换机</translation>
    </message>
    <message>
        <source>spine unknown</source>
        <translation>脊交换机未知</translation>
    </message>
    <message>
        <source>spine %1</source>
        <translation>脊交换机 %1</translation>
    </message>
    <message>
        <source>leaf %1</source>
        <translation>叶交换机 %1</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1 nodes: %2 suspected, %3 cleared, %4 open</source>
        <translation>%1 个节点：有嫌疑 %2，已排除 %3，未定 %4</translation>
    </message>
    <message>
        <source>next experiment, group %1</source>
        <translation>下一个实验，组 %1</translation>
    </message>
    <message>
        <source>its ranks are not known</source>
        <translation>其 rank 未知</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>leaf</source>
        <translation>叶交换机</translation>
    </message>
    <message>
        <source>spine</source>
        <translation>脊交换机</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>group of the next experiment</source>
        <translation>下一个实验的组</translation>
    </message>
    <message>
        <source>results</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>headwater::TracesBar</name>
    <message>
        <source>Load the traces</source>
        <translation>加载 trace</translation>
    </message>
    <message>
        <source>Read the traces themselves; what is shown stays until then</source>
        <translation>读取 trace 本身；在此之前显示的内容保持不变</translation>
    </message>
    <message>
        <source>The verdict is made of what was kept of these traces when they were last read. What is shown here needs the full traces.</source>
        <translation>结论来自上次读取这些 trace 时保留的摘要。此处显示的内容需要完整的 trace。</translation>
    </message>
    <message>
        <source>%1 ranks are summaries. What is shown here needs the full traces, which lie where they were summarised.</source>
        <translation>%1 个 rank 只有摘要。此处显示的内容需要完整的 trace，它们仍在生成摘要时的位置。</translation>
    </message>
    <message>
        <source>%1 ranks are summaries. What is shown here needs the full traces, which are not where they were summarised: %2</source>
        <translation>%1 个 rank 只有摘要。此处显示的内容需要完整的 trace，但它们已不在生成摘要时的位置：%2</translation>
    </message>
</context>
<context>
    <name>headwater::VectorView</name>
    <message>
        <source>to two decimals or more</source>
        <translation>至少两位小数</translation>
    </message>
    <message>
        <source>First regressed:</source>
        <translation>最先变慢：</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>index %1</source>
        <translation>序号 %1</translation>
    </message>
    <message>
        <source>none regressed</source>
        <translation>没有阶段变慢</translation>
    </message>
    <message>
        <source>cannot be compared</source>
        <translation>无法比较</translation>
    </message>
    <message>
        <source>First regressed stage of %1</source>
        <translation>%1 中最先变慢的阶段</translation>
    </message>
    <message>
        <source>by</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Increase of %1</source>
        <translation>%1 的增长</translation>
    </message>
    <message>
        <source>baseline, ms</source>
        <translation>基线，ms</translation>
    </message>
    <message>
        <source>current, ms</source>
        <translation>当前，ms</translation>
    </message>
</context>
<context>
    <name>headwater::VerdictBanner</name>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>configuration unknown</source>
        <translation>配置未知</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>The whole interval lies above the threshold, corrected for many stages</source>
        <translation>整个区间都在阈值之上，已按多个阶段校正</translation>
    </message>
    <message>
        <source>possible</source>
        <translation>可能</translation>
    </message>
    <message>
        <source>By the point estimate only: the interval crosses the threshold</source>
        <translation>仅凭点估计：区间跨越阈值</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Systemic: the median over ranks moved. Localised: single ranks did</source>
        <translation>系统性：各 rank 的中位数移动。局部性：个别 rank 移动</translation>
    </message>
    <message>
        <source>Shift: the median moved. Tail: only the slow steps did</source>
        <translation>整体偏移：中位数移动。尾部：只有慢 step 移动</translation>
    </message>
    <message>
        <source>One run a side: the difference between two runs of the same job is not known</source>
        <translation>每侧一次运行：同一作业两次运行之间相差多少未知</translation>
    </message>
    <message>
        <source>failed steps %1 / %2</source>
        <translation>失败的 step %1 / %2</translation>
    </message>
    <message>
        <source>Failed steps stay in: baseline / current</source>
        <translation>失败的 step 保留在内：基线 / 当前</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>确认…</translation>
    </message>
    <message>
        <source>Judge the runs all the same; your reason is kept in the verdict and in every report</source>
        <translation>仍作判定；您的理由会保留在判定与每份报告中</translation>
    </message>
    <message>
        <source>How stable is “first”?</source>
        <translation>“最先”的稳定性如何？</translation>
    </message>
    <message>
        <source>First regressed stage: %1</source>
        <translation>最先变慢的阶段：%1</translation>
    </message>
    <message>
        <source>The runs are different jobs:</source>
        <translation>两次运行是不同的作业：</translation>
    </message>
    <message>
        <source>More than one thing changed, so causes are not stated:</source>
        <translation>不止一处改变，因此不陈述原因：</translation>
    </message>
    <message>
        <source>Acknowledged: “%1”</source>
        <translation>已确认：“%1”</translation>
    </message>
</context>
<context>
    <name>headwater::VetoBox</name>
    <message>
        <source>Vetoes: tick one if the texts do this. It fails whatever the points are.</source>
        <translation>一票否决：文字若有下列情形请勾选，无论得分多少都不通过。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>headwater::WaterfallChart</name>
    <message>
        <source>The step&apos;s change by stage</source>
        <translation>step 的变化，按阶段</translation>
    </message>
    <message>
        <source>%1: %2 → %3 a step, %4</source>
        <translation>%1：每个 step %2 → %3，%4</translation>
    </message>
    <message>
        <source>No whole step on one of the sides.</source>
        <translation>一侧没有完整的 step。</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>baseline, ns</source>
        <translation>基线，ns</translation>
    </message>
    <message>
        <source>current, ns</source>
        <translation>当前，ns</translation>
    </message>
    <message>
        <source>change, ns</source>
        <translation>变化，ns</translation>
    </message>
</context>
<context>
    <name>headwater::WhatIfPage</name>
    <message>
        <source>What would fixing it give?</source>
        <translation>修复它能得到什么？</translation>
    </message>
    <message>
        <source>Replaying</source>
        <translation>正在回放</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Replay the runs</source>
        <translation>回放两次运行</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>未回答</translation>
    </message>
    <message>
        <source>Fix this</source>
        <translation>修复这一项</translation>
    </message>
    <message>
        <source>Which stages the change comes from</source>
        <translation>变化来自哪些阶段</translation>
    </message>
    <message>
        <source>What unevenness costs</source>
        <translation>不均的代价</translation>
    </message>
    <message>
        <source>Which ranks it comes from</source>
        <translation>来自哪些 rank</translation>
    </message>
    <message>
        <source>Which kinds of work</source>
        <translation>哪些种类的工作</translation>
    </message>
    <message>
        <source>Replaying both runs…</source>
        <translation>正在回放两次运行…</translation>
    </message>
    <message>
        <source>Cancelled: nothing was replayed.</source>
        <translation>已取消：没有回放任何内容。</translation>
    </message>
    <message>
        <source>The runs cannot be replayed: %1</source>
        <translation>两次运行无法回放：%1</translation>
    </message>
</context>
<context>
    <name>headwater::WhatIfTables</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>a step would take longer by %1</source>
        <translation>一个 step 会变长 %1</translation>
    </message>
    <message>
        <source>S_x: slowdown of an otherwise average run in which this one keeps its measured times; 1 costs nothing (OSDI&apos;25 what-if study)</source>
        <translation>S_x：在其余都取均值的运行中，只有这一项保留测得时间时的减速；1 表示没有代价（OSDI&apos;25 what-if 研究）</translation>
    </message>
    <message>
        <source>Slowdown</source>
        <translation>减速</translation>
    </message>
    <message>
        <source>Replay of %1 steps by %2, %3 operations: a step takes %4 measured, %5 replayed</source>
        <translation>由%2回放 %1 个 step、%3 个操作：一个 step 测得 %4，回放 %5</translation>
    </message>
    <message>
        <source> (replay error %1; above 5 % nothing is said).</source>
        <translation>（回放误差 %1；超过 5 % 则不作陈述）。</translation>
    </message>
    <message>
        <source>Everything below is inferred by replay. Savings are ceilings, not forecasts, and do not add up.</source>
        <translation>以下都由回放推断。节省是上限，不是预测，也不能相加。</translation>
    </message>
    <message>
        <source>What unevenness costs</source>
        <translation>不均的代价</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Slowdown S</source>
        <translation>减速 S</translation>
    </message>
    <message>
        <source>step time over that with every rank&apos;s work at the average: %1</source>
        <translation>step 时间与每个 rank 的工作都取均值时之比：%1</translation>
    </message>
    <message>
        <source>Time lost</source>
        <translation>损失的时间</translation>
    </message>
    <message>
        <source>1 − 1/S</source>
        <translation>1 − 1/S</translation>
    </message>
    <message>
        <source>M_W, slowest 3 % of workers</source>
        <translation>M_W，最慢的 3 % worker</translation>
    </message>
    <message>
        <source>share of the loss that goes when they work as the average does: %1</source>
        <translation>它们按平均速度工作时，损失减少的比例：%1</translation>
    </message>
    <message>
        <source>not known: no unevenness, or one worker</source>
        <translation>未知：没有不均，或只有一个 worker</translation>
    </message>
    <message>
        <source>M_S, last pipeline stage</source>
        <translation>M_S，最后的流水线阶段</translation>
    </message>
    <message>
        <source>share of the loss that goes when it works as the average does</source>
        <translation>它按平均速度工作时，损失减少的比例</translation>
    </message>
    <message>
        <source>the run is not replayed as a pipeline</source>
        <translation>该运行不是按流水线回放的</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Removal</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Share of the step&apos;s change that goes when this stage alone is as in the baseline: what fixing it gives</source>
        <translation>仅该阶段恢复为基线时，step 的变化减少的比例：修复它能得到的</translation>
    </message>
    <message>
        <source>Addition</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Share of the change that this stage makes when it alone is as in the current run</source>
        <translation>仅该阶段如当前运行时造成的变化比例</translation>
    </message>
    <message>
        <source>Shapley
value</source>
        <translation>Shapley
值</translation>
    </message>
    <message>
        <source>Its fair part of the change; the stages&apos; values add up to it</source>
        <translation>它在变化中的公平份额；各阶段的值之和即为变化</translation>
    </message>
    <message>
        <source>Saving,
ceiling</source>
        <translation>节省，
上限</translation>
    </message>
    <message>
        <source>What a fix can save of a step: from what the replay has to all that grew and is exposed</source>
        <translation>修复一个 step 能节省多少：从回放得到的到全部增长且未重叠的</translation>
    </message>
    <message>
        <source>95 % of
removal</source>
        <translation>移除的
95 %</translation>
    </message>
    <message>
        <source>Interval of the mean over steps, by blocks of steps</source>
        <translation>对各 step 均值的区间，按 step 分块</translation>
    </message>
    <message>
        <source>Throughput
at most</source>
        <translation>吞吐量
最多</translation>
    </message>
    <message>
        <source>Gain for the largest saving</source>
        <translation>最大节省时的收益</translation>
    </message>
    <message>
        <source>Slowdown
S_x</source>
        <translation>减速
S_x</translation>
    </message>
    <message>
        <source>95 %: %1, from sampled orders</source>
        <translation>95 %：%1，由抽样的顺序得出</translation>
    </message>
    <message>
        <source>exact: all combinations were replayed</source>
        <translation>精确：回放了所有组合</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Of a pipeline: the data-parallel rank</source>
        <translation>流水线时：数据并行的 rank</translation>
    </message>
    <message>
        <source>Slowdown
S_w</source>
        <translation>减速
S_w</translation>
    </message>
    <message>
        <source>Saves as in
the baseline</source>
        <translation>如基线时
节省</translation>
    </message>
    <message>
        <source>What a step saves when this rank alone works as in the baseline</source>
        <translation>仅该 rank 按基线工作时一个 step 节省的时间</translation>
    </message>
    <message>
        <source>Saves at
the average</source>
        <translation>取均值时
节省</translation>
    </message>
    <message>
        <source>What a step saves when this rank alone works as the average does</source>
        <translation>仅该 rank 按平均速度工作时一个 step 节省的时间</translation>
    </message>
    <message>
        <source>Kind of work</source>
        <translation>工作种类</translation>
    </message>
</context>
<context>
    <name>headwater::Workbench</name>
    <message>
        <source>Computing the verdict</source>
        <translation>正在计算判定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Keep what is shown (Esc)</source>
        <translation>保留现有显示（Esc）</translation>
    </message>
    <message>
        <source>reading again</source>
        <translation>重新读取中</translation>
    </message>
    <message>
        <source>computing the verdict</source>
        <translation>正在计算判定</translation>
    </message>
    <message>
        <source>Judge all the same</source>
        <translation>仍作判定</translation>
    </message>
    <message>
        <source>The runs differ in more than one thing. Why may they be compared?
Your reason is kept in the verdict and in every report.</source>
        <translation>两次运行不止一处不同。为什么可以比较？
您的理由会保留在判定与每份报告中。</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
</context>
<context>
    <name>headwater::WorkshopDesk</name>
    <message>
        <source>Open a case</source>
        <translation>打开案例</translation>
    </message>
    <message>
        <source>Cases (*.json);;All files (*)</source>
        <translation>案例 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Answer files of a class</source>
        <translation>班级的答案文件</translation>
    </message>
    <message>
        <source>Answers (*.json)</source>
        <translation>答案 (*.json)</translation>
    </message>
    <message>
        <source>Progress of the class</source>
        <translation>班级进度</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>讲义</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save answers</source>
        <translation>保存答案</translation>
    </message>
    <message>
        <source>This case cannot be used yet</source>
        <translation>这个案例还不能使用</translation>
    </message>
    <message>
        <source>Share a case</source>
        <translation>分享案例</translation>
    </message>
    <message>
        <source>Cases (*.json)</source>
        <translation>案例 (*.json)</translation>
    </message>
    <message>
        <source>New case file</source>
        <translation>新建案例文件</translation>
    </message>
    <message>
        <source>A case file to begin with</source>
        <translation>一份起步用的案例文件</translation>
    </message>
    <message>
        <source>Handout with answers</source>
        <translation>带答案的讲义</translation>
    </message>
    <message>
        <source>Change %1 in any text editor, then open it here: what is wrong is said with its place, its runs are made, and it is looked whether the analysis finds the answer, as by `headwater-cli workshop check`.</source>
        <translation>用任何文本编辑器修改 %1，然后在这里打开：有错的地方会连同位置一起指出，还会生成它的两次运行，核对分析能否找到答案，与 `headwater-cli workshop check` 相同。</translation>
    </message>
    <message>
        <source>The case is being checked</source>
        <translation>正在检查案例</translation>
    </message>
    <message>
        <source>Its runs are made, and it is looked whether the analysis finds its answer in them.</source>
        <translation>正在生成它的两次运行，并核对分析能否从中找到答案。</translation>
    </message>
    <message>
        <source>The answers of this case are sealed until you have taken it to its end here.
Instructors give its key:</source>
        <translation>这个案例的答案是密封的：在这里把案例做到最后才会揭晓。
讲师请输入口令：</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>You took this case to its end; your answers and ticks of %1 are kept.</source>
        <translation>您已做完此案例；%1 的作答与勾选已保留。</translation>
    </message>
    <message>
        <source>You began this case on %1: your prediction is kept.</source>
        <translation>您于 %1 开始此案例：您的预测已保留。</translation>
    </message>
    <message>
        <source>You were at the conclusion on %1; your answers are kept.</source>
        <translation>%1 时您停在结论处；您的作答已保留。</translation>
    </message>
    <message>
        <source>You were at question %1 of %2 on %3; your answers are kept.</source>
        <translation>%3 时您停在第 %1 题（共 %2 题）；您的作答已保留。</translation>
    </message>
</context>
<context>
    <name>headwater::WorkshopPage</name>
    <message>
        <source>Cases, ideas and the exercise</source>
        <translation>案例、概念和练习</translation>
    </message>
    <message>
        <source>Workshop</source>
        <translation>工作坊</translation>
    </message>
    <message>
        <source>Progress of a class…</source>
        <translation>班级进度…</translation>
    </message>
    <message>
        <source>From the answer files that students saved</source>
        <translation>来自学生保存的答案文件</translation>
    </message>
    <message>
        <source>Take this case</source>
        <translation>开始此案例</translation>
    </message>
    <message>
        <source>Handout as PDF…</source>
        <translation>讲义 PDF…</translation>
    </message>
    <message>
        <source>Handout with answers…</source>
        <translation>带答案的讲义…</translation>
    </message>
    <message>
        <source>Cases, level %1</source>
        <translation>案例，级别 %1</translation>
    </message>
    <message>
        <source>Ideas</source>
        <translation>概念</translation>
    </message>
    <message>
        <source>Exercise</source>
        <translation>练习</translation>
    </message>
    <message>
        <source>What is chosen</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>Open or check a case file…</source>
        <translation>打开或检查案例文件…</translation>
    </message>
    <message>
        <source>One that somebody wrote: take it, print it, share it with its answer sealed</source>
        <translation>别人编写的案例：可以做、可以打印、可以封存答案后分享</translation>
    </message>
    <message>
        <source>Share, sealed…</source>
        <translation>封存后分享…</translation>
    </message>
    <message>
        <source>One file to hand out: the story can be read, the answer cannot</source>
        <translation>一个可以分发的文件：情景可读，答案不可读</translation>
    </message>
    <message>
        <source>Cases from files</source>
        <translation>来自文件的案例</translation>
    </message>
    <message>
        <source>New case file…</source>
        <translation>新建案例文件…</translation>
    </message>
    <message>
        <source>One to begin with: its remarks say what each line is for, and name every fault</source>
        <translation>一份起步用的：其中的注释说明每一行的用途，并列出每一种故障</translation>
    </message>
    <message>
        <source>What will happen, in about ten minutes:
1. You read the alert, guess the first stage that regressed, and say why.
2. You go through the layers, correctness first, with the real pages. At each you are asked what to do; a wrong turn is named and can be taken back, but only the first choice counts.
3. You conclude, reveal what is true, tick what your texts say, and see your score.</source>
        <translation>大约十分钟，分三步：
1. 阅读警报，猜测最先变慢的阶段，并说明理由。
2. 借助真实页面逐层排查，正确性在先。每一层都会问您下一步做什么；走错会指出错在哪里，可以重选，但计分只看第一次选择。
3. 给出结论，揭晓真相，勾选您的文字说到的要点，查看得分。</translation>
    </message>
    <message>
        <source>Begin again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>What is kept is replaced with your first answer</source>
        <translation>保留的内容在您第一次作答时被替换</translation>
    </message>
    <message>
        <source>Go on with this case</source>
        <translation>继续此案例</translation>
    </message>
</context>
</TS>
