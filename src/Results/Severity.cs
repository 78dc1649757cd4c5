using System.Text.Json;
using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>How much a state of the machine spoils a measurement.</summary>
internal enum Severity
{
    /// <summary>Not at all.</summary>
    Fine,

    /// <summary>Not at all on this machine; but other machines, or other settings, give other figures.</summary>
    Note,

    /// <summary>Figures are usable, within the limits that the finding names.</summary>
    Limit,

    /// <summary>Figures are worthless.</summary>
    Unfit,

    /// <summary>This system does not tell.</summary>
    Unknown,
}

/// <summary>
/// Writes severities as <c>fine</c>, <c>note</c>, <c>limit</c>, <c>unfit</c> and <c>unknown</c>, and accepts no other value.
/// </summary>
internal sealed class SeverityConverter() : JsonStringEnumConverter<Severity>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
