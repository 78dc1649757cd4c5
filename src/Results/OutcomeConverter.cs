using System.Text.Json;
using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>Writes outcomes as <c>measured</c>, <c>unsupported</c> and <c>failed</c>, and accepts no other value.</summary>
internal sealed class OutcomeConverter() : JsonStringEnumConverter<Outcome>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
