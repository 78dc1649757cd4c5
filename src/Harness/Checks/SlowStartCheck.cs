namespace FileTransfer.Harness.Checks;

/// <summary>Whether a connection that was idle begins with a small window again: tcp(7), tcp_slow_start_after_idle.</summary>
internal sealed class SlowStartCheck : ICheck
{
    private const string Setting = "/proc/sys/net/ipv4/tcp_slow_start_after_idle";

    public string Group => CheckGroup.Network;

    public string Name => "slow-start-after-idle";

    public Finding Examine(Subject subject) => (subject.Files.Text(Setting), subject.IsLoopback) switch
    {
        (null, _) => Finding.Unknown("this system does not tell whether an idle connection starts slowly again"),
        ("0", _) => Finding.Fine("a connection that was idle keeps its window"),
        (_, true) => Finding.Note("a connection that was idle starts with a small window again; over loopback that hardly matters"),
        _ => Finding.Limit(
            "a connection that was idle starts with a small window again: the first file after a pause takes more round trips",
            "sysctl net.ipv4.tcp_slow_start_after_idle=0, at both ends"),
    };
}
