using System.CommandLine;
using System.Globalization;
using System.Net;
using FileTransfer.Sending;
using FileTransfer.Server;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Downloads;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

var defaults = new ServerOptions();
var bind = new Option<IPAddress>("--bind")
{
    Description = "Address to listen on. The server accepts data from every client that can reach it.",
    DefaultValueFactory = _ => defaults.Address,
    CustomParser = result =>
    {
        if (IPAddress.TryParse(result.Tokens[0].Value, out IPAddress? address))
        {
            return address;
        }

        result.AddError($"--bind: '{result.Tokens[0].Value}' is not an IP address; try 127.0.0.1 or 0.0.0.0");
        return null;
    },
};
var port = new Option<int>("--port")
{
    Description = "Port of the control endpoint; the receivers use the ports after it. 0 selects free ports.",
    CustomParser = result =>
    {
        if (int.TryParse(result.Tokens[0].Value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number <= 65_000)
        {
            return number;
        }

        result.AddError("--port: must be 0 to 65000");
        return default;
    },
};
var congestionControl = new Option<string?>("--congestion-control")
{
    Description = "TCP congestion control of the receivers (Linux). Default: the system's.",
};
var cpu = new Option<int?>("--cpu")
{
    Description = "Pin the server to this processor.",
    CustomParser = result =>
    {
        IReadOnlyList<int> allowed = ProcessorMask.Allowed();
        string word = result.Tokens[0].Value;
        if (int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && allowed.Contains(number))
        {
            return number;
        }

        result.AddError($"--cpu: '{word}' is no processor that this process may use; it may use {ProcessorList.Text(allowed)}");
        return default;
    },
};
var wait = new Option<Wait>("--receiver-wait")
{
    Description = "How receivers wait for bytes: block, poll, yield or learn, with a limit such as poll:50us.",
    CustomParser = result =>
    {
        if (Wait.TryParse(result.Tokens[0].Value, out Wait named))
        {
            return named;
        }

        result.AddError($"--receiver-wait: '{result.Tokens[0].Value}' is no way to wait; write block, poll, yield, learn, or poll:50us");
        return default;
    },
};
const int SmallestBuffer = 512;
const int LargestBuffer = 1 << 28;
var bufferSize = new Option<ByteSize>("--receiver-buffer")
{
    Description = "Most bytes that receivers of frames ask for at once, such as 64K.",
    DefaultValueFactory = _ => new ByteSize(defaults.BufferSize),
    CustomParser = result =>
    {
        if (ByteSize.TryParse(result.Tokens[0].Value, out ByteSize size) && size.Bytes is >= SmallestBuffer and <= LargestBuffer)
        {
            return size;
        }

        result.AddError($"--receiver-buffer: '{result.Tokens[0].Value}' is not a size from {SmallestBuffer} to 256M; write 64K or 1M");
        return default;
    },
};
var maximumLength = new Option<ByteSize>("--max-length")
{
    Description = "Longest frame accepted, such as 10G.",
    DefaultValueFactory = _ => new ByteSize(defaults.MaximumLength),
    CustomParser = result =>
    {
        if (ByteSize.TryParse(result.Tokens[0].Value, out ByteSize size))
        {
            return size;
        }

        result.AddError($"--max-length: '{result.Tokens[0].Value}' is not a size; write 1500, 64K, 10M or 1G");
        return default;
    },
};
Option<string?> files = FilesOption.Create();
var untilInputCloses = new Option<bool>("--until-input-closes")
{
    Description = "Stop when standard input closes, and ignore Ctrl-C: the parent process handles it.",
};

var root = new RootCommand("Receives files, discards their content and acknowledges them. Prints one JSON line when it is ready.")
{
    bind, port, congestionControl, cpu, wait, bufferSize, maximumLength, files, untilInputCloses,
};
root.SetAction(result => ServerProgram.RunAsync(
    new ServerOptions
    {
        Address = result.GetRequiredValue(bind),
        Port = result.GetValue(port),
        CongestionControl = result.GetValue(congestionControl),
        Cpu = result.GetValue(cpu),
        Wait = result.GetValue(wait),
        BufferSize = (int)result.GetValue(bufferSize).Bytes,
        MaximumLength = result.GetValue(maximumLength).Bytes,
        Files = result.GetValue(files),
    },
    result.GetValue(untilInputCloses)));

const int BadUsage = 2;
ParseResult parsed = root.Parse(args);
foreach (string message in parsed.Errors.Select(error => error.Message).Distinct())
{
    await Console.Error.WriteLineAsync($"server: {message}");
}

return parsed.Errors.Count > 0 ? BadUsage : await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = null });
