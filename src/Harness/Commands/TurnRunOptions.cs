using System.CommandLine;
using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that say how many turns a launch has, and how long they are.</summary>
internal sealed class TurnRunOptions
{
    private const int MostCycles = 10_000;

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(10);

    private readonly RunOption<int?> _cycles = new("--cycles")
    {
        Description = "Turns of a launch in a round. Default: the profile's.",
        Value = plan => plan.Profile.Cycles.ToString(CultureInfo.InvariantCulture),
    };

    private readonly RunOption<string?> _turn = new("--turn")
    {
        Description = "Length of the recorded part of a turn, such as 10ms; one transfer at least. Default: the profile's.",
        HelpName = "time",
        Value = plan => Milliseconds(plan.Profile.Turn),
    };

    private readonly RunOption<string?> _leadIn = new("--lead-in")
    {
        Description = "Length of what is dropped at the start of a turn, such as 3ms; one transfer at least. Default: the profile's.",
        HelpName = "time",
        Value = plan => Milliseconds(plan.Profile.LeadIn),
    };

    public IEnumerable<Option> All => [_cycles, _turn, _leadIn];

    /// <summary>A profile with the turns that the user asked for.</summary>
    /// <exception cref="UsageException">A number or a length is out of range.</exception>
    public Profile Read(ParseResult result, Profile profile) => profile with
    {
        Cycles = result.GetValue(_cycles) switch
        {
            null => profile.Cycles,
            >= 1 and <= MostCycles and int cycles => cycles,
            int other => throw new UsageException($"--cycles: {other} is not a number from 1 to {MostCycles}"),
        },
        Turn = result.GetValue(_turn) is { } turn ? OptionValues.ReadDuration("--turn", turn, s_longest) : profile.Turn,
        LeadIn = result.GetValue(_leadIn) is { } dropped ? OptionValues.ReadDuration("--lead-in", dropped, s_longest) : profile.LeadIn,
    };

    private static string Milliseconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.###}ms");
}
