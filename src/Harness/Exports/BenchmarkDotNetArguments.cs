using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.Loggers;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Exports;

/// <summary>The arguments after <c>--</c>, for BenchmarkDotNet's own parser.</summary>
internal static class BenchmarkDotNetArguments
{
    private const string ErrorsBegin = "ERROR(S):";
    private const string UsageBegins = "USAGE:";

    /// <summary>The configuration that they add to the harness's own.</summary>
    /// <exception cref="UsageException">
    /// BenchmarkDotNet does not accept them, they select cases or their number of launches, which options before <c>--</c> do, or they ask
    /// for a diagnoser, which would not reach the senders.
    /// </exception>
    public static IConfig Parse(IReadOnlyList<string> arguments)
    {
        if (arguments.Count == 0)
        {
            return ManualConfig.CreateEmpty();
        }

        string given = $"-- {string.Join(' ', arguments)}";
        var words = new AccumulationLogger();
        (bool isSuccess, IConfig? config, CommandLineOptions _) = ConfigParser.Parse([.. arguments], words);
        if (!isSuccess || config is null)
        {
            throw new UsageException(
                $"{given}: BenchmarkDotNet does not accept this{Complaint(words.GetLog())}; "
                + "its arguments are described at https://benchmarkdotnet.org/articles/guides/console-args.html");
        }

        // A second job would be measured in addition to the profile's, and a filter would remove cases.
        if (config.GetJobs().Any())
        {
            throw new UsageException(
                $"{given}: only the harness sets launches, iterations and runtime, otherwise a case would be measured in two ways "
                + "under one name; use --profile");
        }

        if (config.GetFilters().Any())
        {
            throw new UsageException($"{given}: choose the cases with --strategies and --sizes");
        }

        // Senders run without BenchmarkDotNet's own toolchain, which is what starts diagnosers.
        return config.GetDiagnosers().FirstOrDefault() is { } diagnoser
            ? throw new UsageException(
                $"{given}: {diagnoser.GetType().Name} would do nothing, because the senders are processes of this program and no diagnoser "
                + "reaches them; leave it out: allocation, CPU time and context switches are measured in every run")
            : config;
    }

    /// <summary>The error message, without the help text that follows it.</summary>
    private static string Complaint(string words)
    {
        string[] lines = words.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        IEnumerable<string> complaint = lines.Contains(ErrorsBegin)
            ? lines.SkipWhile(line => line != ErrorsBegin).Skip(1).TakeWhile(line => line != UsageBegins)
            : lines.Where(_ => !lines.Contains(UsageBegins));
        string sentence = string.Join(' ', complaint).TrimEnd('.');
        return sentence.Length == 0 ? "" : $": {sentence}";
    }
}
