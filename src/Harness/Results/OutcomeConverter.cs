using System.Text.Json;
using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Results;

/// <summary>Writes outcomes as <c>measured</c>, <c>unsupported</c> and <c>failed</c>, and reads nothing else.</summary>
internal sealed class OutcomeConverter() : JsonStringEnumConverter<Outcome>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
