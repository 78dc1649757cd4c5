namespace FileTransfer.Harness.Tests.Doctor;

// How the files of each state are written.
internal static partial class PlantedStates
{
    private static string[] Always(string path, string text) => [path, text, text];

    private static string Times(int busy, int idle, int steal, int interrupts = 0)
    {
        string ticks = $"{busy} 0 0 {idle} 0 0 0 {steal} 0 0";
        return $"cpu  {ticks}\ncpu0 {ticks}\ncpu1 0 0 0 0 0 0 0 0 0 0\nintr {interrupts} 0\n";
    }

    private static string[] Governor(int processor, string name) => Always($"{Cpu}/cpu{processor}/cpufreq/scaling_governor", name);

    private static string[] Clock(string name) => Always("/sys/devices/system/clocksource/clocksource0/current_clocksource", name);

    private static string[] Node(int number) => Always($"/sys/devices/system/node/node{number}/cpulist", "0");

    private static string[] IdleState(string name, string latency) =>
        [.. Always($"{Cpu}/cpu0/cpuidle/state3/name", name), .. Always($"{Cpu}/cpu0/cpuidle/state3/latency", latency)];

    private static string[] HaltPolling(string governor, string nanoseconds) =>
    [
        .. Always($"{Cpu}/cpuidle/current_governor", governor),
        .. Always("/sys/module/haltpoll/parameters/guest_halt_poll_ns", nanoseconds),
    ];

    private static string[] Pressure(string resource, long microseconds) =>
    [
        $"/proc/pressure/{resource}",
        "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0",
        $"some avg10=0.00 avg60=0.00 avg300=0.00 total={1_000_000 + microseconds}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0",
    ];

    /// <summary>The harness, idle, beside another process.</summary>
    private static string[] Processes(int busy, int other) =>
    [
        "/proc/stat", Times(1000, 1000, 0), Times(busy, 3000 - busy, 0),
        .. Always($"/proc/{PlantedMachine.Harness}/stat", "100 (dotnet) S 1 0 0 0 0 0 0 0 0 0 5 5 0 0 20"),
        "/proc/7/stat", "7 (busy loop) R 1 0 0 0 0 0 0 0 0 0 0 0 0 0 20", $"7 (busy loop) R 1 0 0 0 0 0 0 0 0 0 {other} 0 0 0 20",
    ];

    private static string[] Mounted(string kind) =>
        Always("/proc/self/mountinfo", $"22 1 0:21 / /proc rw - proc proc rw\n27 1 254:0 / / rw,relatime shared:1 - {kind} /dev/vda rw");

    private static string[] LockedMemory(string bytes) =>
        Always("/proc/self/limits", $"Limit             Soft Limit Hard Limit Units\nMax locked memory {bytes}      8388608    bytes");

    private static string Segments(int sent, int again) =>
        $"Ip: Forwarding\nIp: 1\nTcp: RtoAlgorithm OutSegs RetransSegs\nTcp: 1 {sent} {again}";
}
