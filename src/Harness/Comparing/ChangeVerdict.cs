using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Comparing;

/// <summary>What a comparison of two sides says about one case.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<ChangeVerdict>))]
internal enum ChangeVerdict
{
    /// <summary>The other side is shown to be slower than the base by more than the margin.</summary>
    Regression,

    /// <summary>The other side is shown to be faster than the base by more than the margin.</summary>
    Improvement,

    /// <summary>The two are shown to differ by no more than the margin.</summary>
    Equivalent,

    /// <summary>None of these is shown.</summary>
    CannotTell,

    /// <summary>It was not measured often enough, or failed on one side.</summary>
    Invalid,
}
