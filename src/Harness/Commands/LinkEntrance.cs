using System.Collections;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.InteropServices;
using FileTransfer.Links;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Harness.Commands;

/// <summary>Moves the whole program to the sender's end of a simulated link before it does anything else.</summary>
/// <remarks>
/// A program belongs to a network from its start: the runtime's threads cannot be moved later. So the process becomes the same
/// program again, inside (execve(2) by nsenter(1)): its id, its terminal and its signals stay what they were.
/// </remarks>
internal static class LinkEntrance
{
    private const string Option = "--link";

    /// <summary>
    /// Commands whose whole process belongs at an end of the link. A comparison starts its sides as programs of their own.
    /// </summary>
    private static readonly string[] s_commands = ["bench", "send", "explain"];

    /// <summary>The specification of the link that a command line asks for; null without one, and at the end of a link.</summary>
    public static string? Asked(string[] arguments)
    {
        bool isOther = arguments is [var command, ..] && !command.StartsWith('-') && !s_commands.Contains(command);
        if (isOther || LinkReady.Current is not null)
        {
            return null;
        }

        for (int i = 0; i < arguments.Length && arguments[i] != "--"; i++)
        {
            if (arguments[i] == Option && i + 1 < arguments.Length)
            {
                return arguments[i + 1];
            }

            if (arguments[i].StartsWith(Option, StringComparison.Ordinal) && arguments[i][Option.Length..] is ['=' or ':', .. var value])
            {
                return value;
            }
        }

        return null;
    }

    /// <summary>Makes the link and enters it: on success this method does not return.</summary>
    /// <returns>An <see cref="ExitCode"/>, when there is no link.</returns>
    public static int Enter(string specification, string[] arguments, TextWriter errors)
    {
        try
        {
            var spec = LinkSpec.Parse(specification);
            if (!OperatingSystem.IsLinux())
            {
                throw new UsageException("--link needs the network namespaces of Linux");
            }

            (LinkReady? link, int exitCode) = LinkProcess.Start(ThisProgram.File.Command, spec);
            return link is null ? exitCode : throw Become(link, arguments);
        }
        catch (Exception exception) when (exception is UsageException or Win32Exception)
        {
            errors.WriteLine($"error: {exception.Message}");
            return ExitCode.Usage;
        }
    }

    private static UsageException Become(LinkReady link, string[] arguments)
    {
        string nsenter = SystemProgram.Find("nsenter");
        string[] user = LinkProcess.NeedsUserNamespace
            ? [string.Create(CultureInfo.InvariantCulture, $"--user=/proc/{link.ProcessId}/ns/user"), "--preserve-credentials"]
            : [];
        string?[] command =
        [
            nsenter, .. user, .. LinkReady.Entering(link.SenderNamespace),
            .. ThisProgram.File.Command, .. arguments, null,
        ];
        _ = Exec.Invoke(nsenter, command, [.. Variables(link), null]);
        return new UsageException($"--link: {nsenter} cannot be started: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}");
    }

    private static IEnumerable<string> Variables(LinkReady link)
    {
        foreach (DictionaryEntry variable in Environment.GetEnvironmentVariables())
        {
            yield return $"{variable.Key}={variable.Value}";
        }

        yield return $"{LinkReady.Variable}={link.AsLine()}";
        if (LinkProcess.NeedsUserNamespace)
        {
            // Within a user namespace this user is called root, whose temporary files belong to somebody else.
            string folder = Path.Combine(Path.GetTempPath(), $"filetransfer-{Environment.UserName}", "link");
            Directory.CreateDirectory(folder);
            yield return $"TMPDIR={folder}";
        }
    }
}
