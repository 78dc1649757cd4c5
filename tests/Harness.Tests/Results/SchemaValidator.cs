using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace FileTransfer.Harness.Tests.Results;

/// <summary>The part of JSON Schema 2020-12 that results.schema.json uses; any other keyword is an error, not ignored.</summary>
internal sealed class SchemaValidator(JsonObject root)
{
    private static readonly string[] s_annotations = ["$schema", "$defs", "title", "description", "then", "else"];

    /// <summary>Every violation as a line that begins with the place.</summary>
    public IReadOnlyList<string> Validate(JsonNode? value) => [.. Validate(root, value, "$")];

    private IEnumerable<string> Validate(JsonObject schema, JsonNode? value, string place) => schema
        .Where(keyword => !s_annotations.Contains(keyword.Key))
        .SelectMany(keyword => Apply(schema, keyword.Key, keyword.Value!, value, place));

    private IEnumerable<string> Apply(JsonObject schema, string keyword, JsonNode rule, JsonNode? value, string place) => keyword switch
    {
        "$ref" => Validate(Resolve(rule.GetValue<string>()), value, place),
        "type" => Expect(IsOfType(value, rule.GetValue<string>()), $"{place}: is not {rule}"),
        "const" => Expect(JsonNode.DeepEquals(value, rule), $"{place}: is not {rule}"),
        "enum" => Expect(rule.AsArray().Any(choice => JsonNode.DeepEquals(choice, value)), $"{place}: is none of {rule.ToJsonString()}"),
        "minimum" => Expect(value is not JsonValue number || Number(number) >= Number(rule), $"{place}: is below {rule}"),
        "exclusiveMinimum" => Expect(value is not JsonValue number || Number(number) > Number(rule), $"{place}: is not above {rule}"),
        "minLength" => Expect(value is not JsonValue text || text.GetValue<string>().Length >= Number(rule), $"{place}: is too short"),
        "minItems" => Expect(value is not JsonArray array || array.Count >= Number(rule), $"{place}: has too few items"),
        "format" => Expect(rule.GetValue<string>() == "date-time" && IsDateTime(value), $"{place}: is no date-time"),
        "required" => rule.AsArray()
            .Select(name => name!.GetValue<string>())
            .Where(name => value is JsonObject item && !item.ContainsKey(name))
            .Select(name => $"{place}: lacks {name}"),
        "properties" => value is JsonObject item
            ? rule
                .AsObject()
                .Where(property => item.ContainsKey(property.Key))
                .SelectMany(property => Validate(property.Value!.AsObject(), item[property.Key], $"{place}.{property.Key}"))
            : [],
        "additionalProperties" => value is JsonObject item ? Additional(schema, rule, item, place) : [],
        "items" => value is JsonArray array
            ? array.SelectMany((element, index) => Validate(rule.AsObject(), element, $"{place}[{index}]"))
            : [],
        "if" => Validate(rule.AsObject(), value, place).Any()
            ? Validate(schema["else"]!.AsObject(), value, place)
            : Validate(schema["then"]!.AsObject(), value, place),
        _ => throw new NotSupportedException($"the schema uses '{keyword}', which this validator does not know"),
    };

    private IEnumerable<string> Additional(JsonObject schema, JsonNode rule, JsonObject item, string place)
    {
        IEnumerable<KeyValuePair<string, JsonNode?>> others = item.Where(property => schema["properties"]?[property.Key] is null);
        return rule is JsonObject schemaOfOthers
            ? others.SelectMany(property => Validate(schemaOfOthers, property.Value, $"{place}.{property.Key}"))
            : others.Where(_ => !rule.GetValue<bool>()).Select(property => $"{place}: has an unknown field {property.Key}");
    }

    private JsonObject Resolve(string reference) =>
        reference.Split('/').Skip(1).Aggregate((JsonNode)root, (node, name) => node[name]!).AsObject();

    private static IEnumerable<string> Expect(bool holds, string error) => holds ? [] : [error];

    private static bool IsOfType(JsonNode? value, string type) => type switch
    {
        "integer" => value?.GetValueKind() == JsonValueKind.Number && value.AsValue().TryGetValue(out long _),
        "boolean" => value?.GetValueKind() is JsonValueKind.True or JsonValueKind.False,
        _ => value is not null && Enum.Parse<JsonValueKind>(type, ignoreCase: true) == value.GetValueKind(),
    };

    private static bool IsDateTime(JsonNode? value) =>
        DateTimeOffset.TryParseExact(
            value?.ToString(),
            "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK",
            CultureInfo.InvariantCulture,
            DateTimeStyles.None,
            out _);

    private static double Number(JsonNode value) => value.GetValue<double>();
}
