using System.Globalization;

namespace FileTransfer.Server.Receivers;

/// <summary>What the log says of events that several receivers have.</summary>
internal static class EventWords
{
    /// <summary>A peer that has not shaken hands or presented the token within the time for that.</summary>
    public const string NotInTime = "did not say who it is in time";

    /// <summary>A peer that moved nothing for as long as it may.</summary>
    public static string MovedNothing(TimeSpan limit) =>
        string.Create(CultureInfo.InvariantCulture, $"moved nothing for the {limit.TotalSeconds:0.###} s of --idle-timeout");

    /// <summary>A file that took longer than it may.</summary>
    public static string TookLonger(TimeSpan frameTimeout) => string.Create(
        CultureInfo.InvariantCulture,
        $"it takes longer than the {frameTimeout.TotalSeconds:0.###} s of --frame-timeout");
}
