<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
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
</context>
<context>
    <name>DistributionStrip</name>
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
    <name>DropZone</name>
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
    <name>FetchDialog</name>
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
    <message>
        <source>Write a time as 2026-11-29T23:24:00Z, as ነm before now, or now.</source>
        <translation>时间请写成 2026-11-29T23:24:00Z、now 之前的 -90m，或 now。</translation>
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
    <name>FileEditor</name>
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
        <source>The rank that wrote the file; ↓ down to Ǌs read” for what the file says</source>
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
    <name>FindingCard</name>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
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
        <source>Click to see all the evidence</source>
        <translation>点击查看全部证据</translation>
    </message>
</context>
<context>
    <name>FindingsPanel</name>
    <message>
        <source>, rank %1</source>
        <translation>，rank %1</translation>
    </message>
    <message>
        <source>, step %1</source>
        <translation>，step %1</translation>
    </message>
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
    <name>FlowRail</name>
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
        <source>not asked</source>
        <translation>未提问</translation>
    </message>
    <message>
        <source>Triage flowchart</source>
        <translation>排查流程图</translation>
    </message>
</context>
<context>
    <name>InputHealthPanel</name>
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
    <name>InputsPage</name>
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
    <name>LoadingPage</name>
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
        <source>Rules of these files</source>
        <translation>这些文件的规则</translation>
    </message>
    <message>
        <source>Drop two folders, or open the sample</source>
        <translation>拖入两个文件夹，或打开示例</translation>
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
        <source>Open investigation</source>
        <translation>打开调查</translation>
    </message>
    <message>
        <source>Stage rules</source>
        <translation>阶段规则</translation>
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
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Parts</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>Split each bar into compute, transfer, wait, copies and idle</source>
        <translation>把每根柱分为计算、传输、等待、拷贝与空闲</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Where the step&apos;s time went, per stage (%1)</source>
        <translation>step 的时间花在哪里，按阶段（%1）</translation>
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
    <name>ProblemsModel</name>
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
    <name>Session</name>
    <message>
        <source>stages: %1</source>
        <translation>阶段：%1</translation>
    </message>
</context>
<context>
    <name>SourcesModel</name>
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
    <name>StabilityChart</name>
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
        <source>Nothing to resample: too few steps, or identical samples</source>
        <translation>无可重采样：step 太少，或样本相同</translation>
    </message>
    <message>
        <source>%1 joint resamples of steps</source>
        <translation>对各 step 联合重采样 %1 次</translation>
    </message>
</context>
<context>
    <name>StageBarChart</name>
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
        <source>wait</source>
        <translation>等待</translation>
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
    <name>StageDetailPanel</name>
    <message>
        <source>downstream of the first</source>
        <translation>在首个的下游</translation>
    </message>
    <message>
        <source>n %1 / %2 steps</source>
        <translation>n %1 / %2 个 step</translation>
    </message>
    <message>
        <source>95 % interval %1 %</source>
        <translation>95 % 区间 %1 %</translation>
    </message>
    <message>
        <source>Select a stage</source>
        <translation>请选择一个阶段</translation>
    </message>
    <message>
        <source>per step, %1</source>
        <translation>每个 step，%1</translation>
    </message>
</context>
<context>
    <name>StagePanel</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
</context>
<context>
    <name>StageTableModel</name>
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
    <name>StartPage</name>
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
        <source>Compared before</source>
        <translation>以前比较过</translation>
    </message>
    <message>
        <source>Choose both runs first</source>
        <translation>请先选择两次运行</translation>
    </message>
</context>
<context>
    <name>StatisticsTable</name>
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
    <name>StepSeriesChart</name>
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
    <name>TopBar</name>
    <message>
        <source>Statistic</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>All actions (F10)</source>
        <translation>全部操作（F10）</translation>
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
    <name>VerdictBanner</name>
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
        <source>How stable is Ǐirst”?</source>
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
        <translation>ƒ 导出</translation>
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
    <name>Workbench</name>
    <message>
        <source>Triage</source>
        <translation>排查</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
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
        <source>Take back the last change of the inputs</source>
        <translation>撤销对输入的上一次更改</translation>
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
        <source>&amp;Overview</source>
        <translation>概览(&amp;O)</translation>
    </message>
    <message>
        <source>The answer and the stages</source>
        <translation>答案与各阶段</translation>
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
        <source>About Headwater</source>
        <translation>关于 Headwater</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
</context>
</TS>
