using System.Globalization;
using FileTransfer.Harness.Launching;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Variants;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Commands;

/// <summary>Describes a run: its effective options, and the command line that repeats it.</summary>
internal static class RunDescription
{
    /// <summary>Name of the option for TCP's congestion control.</summary>
    public const string CongestionControl = "congestion-control";

    /// <summary>Value of an option that was left to the system.</summary>
    public const string SystemDefault = "system";

    /// <summary>The effective options of a plan, by name; options of HTTP only when the plan uses HTTP.</summary>
    public static SortedDictionary<string, string> Effective(RunPlan plan)
    {
        SortedDictionary<string, string> all = All(plan);
        if (plan.Sender.Link is { } link)
        {
            all["link"] = link;
        }

        if (HttpRunOptions.TransportsOf(plan.Strategies, plan.Transports).Length == 0)
        {
            foreach (string name in EffectiveOptions.OfHttp)
            {
                all.Remove(name);
            }
        }

        if (!plan.Strategies.Any(strategy => strategy.IsKept))
        {
            foreach (string name in EffectiveOptions.OfKeeping)
            {
                all.Remove(name);
            }
        }

        return all;
    }

    /// <summary>The command line that repeats a run.</summary>
    public static string CommandLineOf(RunPlan plan)
    {
        List<string> words =
        [
            "filetransfer bench",
            $"--scenario {plan.Scenario.Name}",
            $"--strategies {string.Join(',', plan.Strategies.Where(strategy => !strategy.IsNative).Select(strategy => strategy.Id))}",
            IsGenerated(plan)
                ? $"--sizes {string.Join(',', plan.Payloads.Select(payload => payload.Label))}"
                : $"--file '{plan.Payloads[0].Payload.Path}'",
            $"--profile {plan.Profile.Name}",
            plan.Budget is { } budget ? $"--budget {Seconds(budget)}" : $"--rounds {plan.Rounds.ToString(CultureInfo.InvariantCulture)}",
            $"--transport {string.Join(',', plan.Transports)}",
            $"--no-delay {(plan.Sender.NoDelay ? "on" : "off")}",
            $"--affinity {plan.Sender.Affinity.ToString().ToLowerInvariant()}",
            .. WaitWords(plan),
            $"--cache {plan.Sender.Cache.Name()}",
            $"--seed {plan.OrderSeed.ToString(CultureInfo.InvariantCulture)}",
        ];
        if (plan.Native is { } native)
        {
            words.Add($"--native '{native.Path}'");
        }

        if (plan.IsBrief)
        {
            words.Add(BenchOptions.Brief);
        }

        if (plan.BaselineRule == VerdictNotes.Asked)
        {
            words.Add($"--baseline {plan.Baseline}");
        }

        if (plan.Payloads[0].Payload.Content is var content && content != plan.Scenario.Content)
        {
            words.Add($"--content {content.ToString().ToLowerInvariant()}");
        }

        if (plan.Sender.CongestionControl is { } congestionControl)
        {
            words.Add($"--congestion-control {congestionControl}");
        }

        if (Cpus(plan) is { Length: > 0 } cpus)
        {
            words.Add($"--cpus {cpus}");
        }

        if (plan.Sender.Link is { } link)
        {
            words.Add($"--link {link}");
        }

        words.AddRange(HttpRunOptions.WordsOf(plan.Sender.Http));
        words.AddRange(KeepRunOptions.WordsOf(plan.Sender));
        if (plan.Server is { } server)
        {
            words.Add($"--server {server}");
        }

        if (plan.BenchmarkDotNetArguments.Count > 0)
        {
            words.Add($"-- {string.Join(' ', plan.BenchmarkDotNetArguments)}");
        }

        return string.Join(' ', words);
    }

    /// <summary>A duration in the format of the options: <c>600s</c>.</summary>
    public static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.###}s");

    /// <summary>The processors as <c>--cpus</c> takes them; empty when nothing is pinned.</summary>
    private static string Cpus(RunPlan plan) =>
        string.Join(',', ((int?[])[plan.Sender.SenderCpu, plan.Sender.ReceiverCpu]).OfType<int>().Distinct());

    private static IEnumerable<string> WaitWords(RunPlan plan)
    {
        yield return $"--wait {plan.Sender.Wait}";
        if (plan.Server is null)
        {
            yield return $"--receiver-wait {plan.Sender.ReceiverWait}";
            if (plan.Sender.ReceiverBuffer is { } buffer)
            {
                yield return $"--receiver-buffer {buffer}";
            }
        }
    }

    private static SortedDictionary<string, string> All(RunPlan plan) => new(StringComparer.Ordinal)
    {
        ["baseline"] = plan.Baseline ?? "none",
        ["baseline-rule"] = plan.BaselineRule,
        ["benchmarkdotnet-arguments"] = string.Join(' ', plan.BenchmarkDotNetArguments),
        ["cache"] = plan.Sender.Cache.Name(),
        ["content"] = IsGenerated(plan) ? plan.Payloads[0].Payload.Content.ToString().ToLowerInvariant() : "file",
        ["budget"] = plan.Budget is { } budget ? Seconds(budget) : "none",
        ["brief"] = plan.IsBrief ? "yes" : "no",
        [CongestionControl] = plan.Sender.CongestionControl ?? SystemDefault,
        ["http2-window"] = plan.Sender.Http.Http2Window is { } window ? new ByteSize(window).ToString() : "default",
        ["cpus"] = Cpus(plan) is { Length: > 0 } cpus ? cpus : "any",
        [KeepRequest.Durable] = KeepRequest.WordOf(plan.Sender.Keep.Durability),
        ["keep"] = plan.Server is not null ? "server" : plan.Sender.KeepIn ?? Path.GetTempPath(),
        [KeepRequest.Preallocate] = KeepRequest.WordOf(plan.Sender.Keep.IsPreallocated),
        ["file"] = IsGenerated(plan) ? "generated" : plan.Payloads[0].Payload.Path,
        ["iteration-ms"] = plan.Profile.Iteration.TotalMilliseconds.ToString(CultureInfo.InvariantCulture),
        ["iterations"] = plan.Profile.Iterations.ToString(CultureInfo.InvariantCulture),
        ["max-connections"] = plan.Sender.Http.MaxConnections?.ToString(CultureInfo.InvariantCulture) ?? "default",
        ["multiple-http2-connections"] = plan.Sender.Http.MultipleHttp2Connections ? "on" : "off",
        ["native"] = plan.Native is { } native ? $"{native.Path} ({native.Build})" : "none",
        ["no-delay"] = plan.Sender.NoDelay ? "on" : "off",
        ["affinity"] = plan.Sender.Affinity.ToString().ToLowerInvariant(),
        ["profile"] = plan.Profile.Name,
        ["rounds"] = plan.Budget is null ? plan.Rounds.ToString(CultureInfo.InvariantCulture) : "budget",
        ["scenario"] = plan.Scenario.Name,
        ["seed"] = plan.OrderSeed.ToString(CultureInfo.InvariantCulture),
        ["server"] = plan.Server?.ToString() ?? "own",
        ["sizes"] = string.Join(',', plan.Payloads.Select(payload => payload.Label)),
        ["strategies"] = string.Join(',', plan.Strategies.Select(strategy => strategy.Id)),
        ["transport"] = string.Join(',', plan.Transports),
        ["receiver-buffer"] = plan.Server is not null ? "server" : plan.Sender.ReceiverBuffer?.ToString() ?? "default",
        ["receiver-wait"] = plan.Server is null ? plan.Sender.ReceiverWait.ToString() : "server",
        ["wait"] = plan.Sender.Wait.ToString(),
        ["warmup-ms"] = plan.Profile.Warmup.TotalMilliseconds.ToString(CultureInfo.InvariantCulture),
    };

    private static bool IsGenerated(RunPlan plan) =>
        Path.GetDirectoryName(plan.Payloads[0].Payload.Path) == PayloadStore.Folder;
}
