using System.Diagnostics;
using System.Text.RegularExpressions;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Native;

/// <summary>The native reference: a program outside of .NET that sends files with the calls that strategies make.</summary>
/// <param name="Path">Path of the program, as it was given.</param>
/// <param name="Build">Compiler and libraries that it was built with.</param>
/// <param name="Ways">Its ways of sending, in its order; each that cannot run here has the reason.</param>
internal sealed partial record NativeProgram(string Path, string Build, IReadOnlyList<StrategyDescriptor> Ways)
{
    private const string Builder = "scripts/native-reference.sh builds it";
    private const string Name = "filetransfer-reference";
    private const string Protocol = "1";
    private const string List = "list";

    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(10);

    /// <summary>Asks a program which ways it has.</summary>
    /// <exception cref="InvalidDataException">There is no such program, it cannot be run, or it is another one.</exception>
    public static NativeProgram Load(string path)
    {
        string full = System.IO.Path.GetFullPath(path);
        if (!File.Exists(full))
        {
            throw new InvalidDataException($"there is no file '{path}'; {Builder}");
        }

        return Parse(path, Ask(path, full));
    }

    /// <summary>Reads what the program says of itself: name, version of the commands, build; then a line for each way.</summary>
    /// <exception cref="InvalidDataException">Another program speaks, or one of another version.</exception>
    internal static NativeProgram Parse(string path, string text)
    {
        string[][] lines = [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('\t'))];
        if (lines is not [[Name, Protocol, var build], .. { Length: > 0 } ways])
        {
            throw new InvalidDataException($"'{path}' is not the native reference, or one of another version; {Builder}");
        }

        return new NativeProgram(path, build, [.. ways.Select(way => Describe(path, way))]);
    }

    /// <summary>The arguments that make it send one file after another.</summary>
    internal static IReadOnlyList<string> Arguments(LaunchPlan plan)
    {
        List<string> words = ["send", plan.Strategy, plan.Payload.Payload.Path, "--no-delay", plan.Sender.NoDelay ? "on" : "off"];
        if (plan.Sender.CongestionControl is { } name)
        {
            words.AddRange(["--congestion-control", name]);
        }

        if (plan.Sender.Wait != default)
        {
            words.AddRange(["--wait", plan.Sender.Wait.ToString()]);
        }

        if (plan.Sender.SenderCpu is { } cpu)
        {
            words.AddRange(["--cpu", cpu.ToString(System.Globalization.CultureInfo.InvariantCulture)]);
        }

        return words;
    }

    /// <summary>A line: id, counterpart, mechanism, and why it cannot run here.</summary>
    private static StrategyDescriptor Describe(string path, string[] fields)
    {
        if (fields is not [var id, var counterpart, var mechanism, var refusal] || !Id().IsMatch(id) || StrategyCatalog.TryFind(id, out _))
        {
            throw new InvalidDataException(
                $"'{path}' describes a way as '{string.Join(' ', fields)}', which is no id, counterpart, mechanism and reason; {Builder}");
        }

        return StrategyCatalog.TryFind(counterpart, out _)
            ? StrategyDescriptor.OfProgram(id, counterpart, mechanism) with
            {
                Probe = () => refusal.Length == 0 ? Availability.Available : Availability.Unsupported(refusal),
            }
            : throw new InvalidDataException($"'{path}' compares {id} with '{counterpart}', and there is no such strategy; {Builder}");
    }

    private static string Ask(string path, string full)
    {
        string ending;
        try
        {
            // Any program must end: it gets no input, and its output is read.
            ProcessEnd end = ChildProcess.RunAsync(
                new ProcessStartInfo(full, [List]),
                exception => new InvalidDataException($"'{path}' cannot be run: {exception.Message}; {Builder}", exception),
                s_limit,
                CancellationToken.None,
                input: "").GetAwaiter().GetResult();
            if (end.ExitCode == 0)
            {
                return end.Output;
            }

            ending = $"ended with exit code {end.ExitCode}";
        }
        catch (TimeoutException)
        {
            ending = $"did not end within {s_limit.TotalSeconds:0} s";
        }

        throw new InvalidDataException($"'{path} {List}' {ending}, which the native reference does not; {Builder}");
    }

    [GeneratedRegex("^c(-[a-z0-9]+)+$")]
    private static partial Regex Id();
}
