namespace FileTransfer.Harness.Checks;

/// <summary>Whether the kernel holds small writes back while others are on their way: tcp(7), tcp_autocorking.</summary>
internal sealed class AutocorkingCheck : ICheck
{
    public string Group => CheckGroup.Network;

    public string Name => "autocorking";

    public Finding Examine(Subject subject) => subject.Files.Text("/proc/sys/net/ipv4/tcp_autocorking") switch
    {
        null => Finding.Unknown("this system does not tell whether it holds small writes back"),
        "0" => Finding.Note("autocorking is off, unlike the kernel's default: ways of many small writes send more segments"),
        _ => Finding.Fine("autocorking is on, the kernel's default"),
    };
}
