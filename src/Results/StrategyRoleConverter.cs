using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results;

/// <summary>Writes roles as <c>send</c>, <c>fetch</c> and <c>harness</c>, and accepts no other value.</summary>
internal sealed class StrategyRoleConverter()
    : JsonStringEnumConverter<StrategyRole>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
