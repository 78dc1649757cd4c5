using System.CommandLine;
using System.Globalization;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that say how long a run takes, and which differences it need not tell.</summary>
internal sealed class RaceRunOptions
{
    private const double PerCent = 100;

    private readonly RunOption<string?> _rounds = new("--rounds")
    {
        Description =
            "Measure every case in so many rounds, each with new processes, instead of racing: nobody leaves before the end.",
        Value = plan => plan.Budget is null ? plan.Rounds.ToString(CultureInfo.InvariantCulture) : null,
        Otherwise = "budget",
    };

    private readonly RunOption<string?> _budget = new("--budget")
    {
        Description =
            "Time for the rounds of a race, such as 10m. Strategies leave it when they are proven to be slower, sizes when their answer is "
                + "known. Default: the profile's.",
        Value = plan => plan.Budget is { } budget ? Seconds(budget) : null,
        Otherwise = "none",
    };

    private readonly RunOption<string?> _margin = new("--margin")
    {
        Description =
            "Difference that does not matter, such as 5%: what is proven to be within it is as fast. With 0% only the fastest counts. "
                + "Default: the profile's.",
        HelpName = "share",
        Value = plan => string.Create(CultureInfo.InvariantCulture, $"{plan.Margin * PerCent:0.##}%"),
    };

    public IEnumerable<Option> All => [_rounds, _budget, _margin];

    /// <summary>True for an option that sets the length of a run, and may be given when one is resumed.</summary>
    public bool IsLength(Option option) => option == _rounds || option == _budget;

    /// <summary>True when the user gave the time.</summary>
    public bool IsBudgetGiven(ParseResult result) => result.GetValue(_budget) is not null;

    /// <summary>Number of rounds: what was asked for, or the profile's.</summary>
    /// <exception cref="UsageException">It is out of range, or a time was given as well.</exception>
    public int ReadRounds(ParseResult result, Profile profile)
    {
        const int Most = 1000;
        if (result.GetValue(_rounds) is not { } text)
        {
            return profile.Rounds;
        }

        return IsBudgetGiven(result)
            ? throw new UsageException("--rounds and --budget both set the length of the run; give one of them")
            : OptionValues.ReadNumber("--rounds", text, 1, Most);
    }

    /// <summary>Time for the rounds: what was asked for, or the profile's; null when a number of rounds was asked for.</summary>
    /// <exception cref="UsageException">It is no duration.</exception>
    public TimeSpan? ReadBudget(ParseResult result, Profile profile) =>
        result.GetValue(_budget) is { } text ? OptionValues.ReadDuration("--budget", text, TimeSpan.FromHours(48))
        : result.GetValue(_rounds) is null ? profile.Budget
        : null;

    /// <summary>Difference that does not matter, as a share of the time.</summary>
    /// <exception cref="UsageException">It is no percentage.</exception>
    public double ReadMargin(ParseResult result, Profile profile) =>
        result.GetValue(_margin) is { } margin ? OptionValues.ReadShare("--margin", margin, mayBeNothing: true) : profile.Margin;

    /// <summary>Checks that a round fits into the time that the user gave.</summary>
    /// <exception cref="UsageException">It does not.</exception>
    public static void ThrowIfTooShort(RunPlan plan)
    {
        if (plan is { IsBudgetGiven: true, Budget: { } budget } && budget < plan.RoundEstimate)
        {
            throw new UsageException(
                $"--budget {Seconds(budget)}: one round of {plan.Available.Count} launches takes about "
                + $"{Seconds(plan.RoundEstimate)}; give at least that, or fewer strategies and sizes");
        }
    }

    /// <summary>A duration in the format of the options: <c>600s</c>.</summary>
    private static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.###}s");
}
