using System.CommandLine;
using System.Globalization;

namespace FileTransfer.Harness.Commands;

/// <summary>The options of <c>serve</c>, handed on to the server, which checks them.</summary>
internal sealed class ServeOptions
{
    private readonly Option<string?> _bind = new("--bind")
    {
        Description = "Address to listen on. Default: 127.0.0.1. The server accepts data from every client that can connect.",
    };

    private readonly Option<int?> _port = new("--port")
    {
        Description = "Port of the control endpoint; the receivers take the ports after it. Default: free ones.",
    };

    private readonly Option<string?> _congestionControl = new("--congestion-control")
    {
        Description = "TCP congestion control of the receivers (Linux). Default: the system's.",
    };

    private readonly Option<string?> _cpu = new("--cpu", "--cpus") { Description = "Pin the server to this processor." };

    private readonly Option<string?> _wait = new("--receiver-wait")
    {
        Description =
            "How receivers of frames wait for bytes: block, poll, yield or learn, with a limit such as poll:50us. Default: block.",
        HelpName = "wait",
    };

    private readonly Option<string?> _bufferSize = new("--receiver-buffer")
    {
        Description = "Most bytes that receivers of frames ask for at once, such as 64K. Default: 1M.",
        HelpName = "size",
    };

    private readonly Option<string?> _maximumLength = new("--max-length") { Description = "Longest frame accepted, such as 10G." };

    private readonly Option<string?> _files = new("--files")
    {
        Description = "Serve the files of this folder, or this one file, to every client that can connect. Default: none.",
        HelpName = "path",
    };

    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_bind, _port, _congestionControl, _cpu, _wait, _bufferSize, _maximumLength, _files])
        {
            command.Add(option);
        }
    }

    /// <summary>The server's arguments.</summary>
    public IReadOnlyList<string> Read(ParseResult result)
    {
        (string Name, string? Value)[] options =
        [
            (_bind.Name, result.GetValue(_bind)),
            (_port.Name, result.GetValue(_port)?.ToString(CultureInfo.InvariantCulture)),
            (_congestionControl.Name, result.GetValue(_congestionControl)),
            (_cpu.Name, result.GetValue(_cpu)),
            (_wait.Name, result.GetValue(_wait)),
            (_bufferSize.Name, result.GetValue(_bufferSize)),
            (_maximumLength.Name, result.GetValue(_maximumLength)),
            (_files.Name, result.GetValue(_files)),
        ];
        return [.. options.Where(option => option.Value is not null).SelectMany(option => (string[])[option.Name, option.Value!])];
    }
}
