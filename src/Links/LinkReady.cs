using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Results;

namespace FileTransfer.Links;

/// <summary>Where a link is: the line that its process prints when it is ready, handed on in an environment variable.</summary>
internal sealed record LinkReady
{
    /// <summary>Environment variable of every process that runs at an end of a link.</summary>
    public const string Variable = "FILETRANSFER_LINK";

    /// <summary>Data goes over the link from here: RFC 2544 sets 198.18.0.0/15 aside for tests of networks.</summary>
    public const string SenderAddress = "198.18.0.1";

    /// <summary>Data goes over the link to here.</summary>
    public const string ReceiverAddress = "198.18.0.2";

    /// <summary>The sender's address on the second cable, which is not slowed down and has everything but data.</summary>
    public const string SenderControlAddress = "198.19.0.1";

    /// <summary>The receiver's address on the second cable.</summary>
    public const string ReceiverControlAddress = "198.19.0.2";

    /// <summary>Process that makes the link.</summary>
    public required int ProcessId { get; init; }

    /// <summary>What the link does to packets.</summary>
    public required string Specification { get; init; }

    /// <summary>What makes the link, in words.</summary>
    public required string Mechanism { get; init; }

    /// <summary>File of the sender's network namespace.</summary>
    public required string SenderNamespace { get; init; }

    /// <summary>File of the receiver's network namespace.</summary>
    public required string ReceiverNamespace { get; init; }

    /// <summary>Port on the loopback device of the sender's namespace at which the link's process answers.</summary>
    public required int Port { get; init; }

    /// <summary>The link that this process is at an end of; null without one.</summary>
    public static LinkReady? Current => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } line ? Read(line) : null;

    /// <summary>Reads what <see cref="AsLine"/> made.</summary>
    /// <exception cref="JsonException">It is something else.</exception>
    public static LinkReady Read(string line) => JsonSerializer.Deserialize(line, LinkJson.Default.LinkReady) ?? throw new JsonException();

    /// <summary>As one line.</summary>
    public string AsLine() => JsonSerializer.Serialize(this, LinkJson.Default.LinkReady);

    /// <summary>Arguments of nsenter(1), which then becomes the program that follows: same process, another network.</summary>
    public static string[] Entering(string file) => [$"--net={file}", "--"];

    /// <summary>Has a process start at the receiver's end of the link.</summary>
    public ProcessStartInfo AtReceiver(ProcessStartInfo start)
    {
        string[] command = [.. Entering(ReceiverNamespace), start.FileName, .. start.ArgumentList];
        start.FileName = SystemProgram.Find("nsenter");
        start.ArgumentList.Clear();
        foreach (string argument in command)
        {
            start.ArgumentList.Add(argument);
        }

        return start;
    }
}

/// <summary>Format of the lines that the process of a link and its users exchange.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(LinkReady))]
[JsonSerializable(typeof(LinkUse))]
[JsonSerializable(typeof(long[]))]
internal sealed partial class LinkJson : JsonSerializerContext;
