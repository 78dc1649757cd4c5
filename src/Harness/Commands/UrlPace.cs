using System.Globalization;
using FileTransfer.Harness.Load.Reports;

namespace FileTransfer.Harness.Commands;

/// <summary>How hard a server of another make will be asked, as its line in front of the first request says.</summary>
/// <param name="Connections">Most connections at a time.</param>
/// <param name="Rate">Most requests per second; null for as many as the server answers.</param>
internal readonly record struct UrlPace(int Connections, double? Rate)
{
    /// <inheritdoc/>
    public override string ToString()
    {
        string connections = string.Create(
            CultureInfo.InvariantCulture, $"{Connections} {(Connections == 1 ? "connection" : "connections")}");
        return Rate is { } rate
            ? $"up to {LoadText.PerSecond(rate)} requests per second over up to {connections}"
            : $"up to {connections}, each with one request after another, as fast as the server answers";
    }
}
