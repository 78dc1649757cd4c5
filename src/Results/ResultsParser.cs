using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace FileTransfer.Results;

/// <summary>Parses a results file, and reports precisely why a file is invalid.</summary>
internal static class ResultsParser
{
    private const string SchemaField = "schema";
    private const string FormatName = "filetransfer-results/";

    /// <summary>Parses a run; <paramref name="file"/> is used in messages only.</summary>
    /// <exception cref="ResultsFileException">The bytes are not a run that this version can read.</exception>
    public static RunResult Parse(ReadOnlySpan<byte> json, string file, JsonTypeInfo<RunResult> format)
    {
        if (json.StartsWith("\uFEFF"u8))
        {
            json = json[3..];
        }

        RunResult run;
        try
        {
            ThrowUnlessCurrent(json, file);
            run = JsonSerializer.Deserialize(json, format)
                ?? throw new ResultsFileException($"'{file}' contains null instead of a run");
        }
        catch (JsonException exception)
        {
            throw new ResultsFileException(Explain(json, file, exception), exception);
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException or FormatException)
        {
            // Text that is not UTF-8, a value of another kind than its place asks for, or a name that is there twice.
            throw new ResultsFileException(
                $"'{file}' cannot be read as a run: {exception.Message}; use an unedited copy, or measure again", exception);
        }

        string? flaw = ResultsCheck.FirstFlaw(run);
        return flaw is null ? run : throw new ResultsFileException(
            $"'{file}' does not follow {RunResult.CurrentSchema}: {flaw}; measure again, or use an unedited copy");
    }

    /// <exception cref="ResultsFileException">The file has another format.</exception>
    private static void ThrowUnlessCurrent(ReadOnlySpan<byte> json, string file)
    {
        string? found = FindSchema(json);
        if (found is RunResult.CurrentSchema)
        {
            return;
        }

        throw new ResultsFileException(found switch
        {
            null => $"'{file}' is JSON but not a run of FileTransfer: it has no \"{SchemaField}\": \"{RunResult.CurrentSchema}\"; "
                + $"give the {ResultsFile.FileName} of a run",
            _ when found.StartsWith(FormatName, StringComparison.Ordinal) =>
                $"'{file}' has version '{found}', but this program reads '{RunResult.CurrentSchema}': use the program that wrote "
                + "it, or measure again",
            _ => $"'{file}' has the format '{found}', but this program reads '{RunResult.CurrentSchema}': give the {ResultsFile.FileName} "
                + "of a run",
        });
    }

    private static string? FindSchema(ReadOnlySpan<byte> json)
    {
        Utf8JsonReader reader = new(json);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            return null;
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            bool isSchema = reader.ValueTextEquals(SchemaField);
            reader.Read();
            if (isSchema)
            {
                return reader.TokenType == JsonTokenType.String ? reader.GetString() : null;
            }

            reader.Skip();
        }

        return null;
    }

    private static string Explain(ReadOnlySpan<byte> json, string file, JsonException exception)
    {
        long line = (exception.LineNumber ?? 0) + 1;
        return Inspect(json) switch
        {
            Syntax.Complete => $"'{file}' does not follow {RunResult.CurrentSchema}: {exception.Message}",
            Syntax.CutShort => $"'{file}' is truncated at line {line}; copy it again, or measure again",
            _ => $"'{file}' is not JSON (line {line}: {exception.Message}); give the {ResultsFile.FileName} of a run",
        };
    }

    private static Syntax Inspect(ReadOnlySpan<byte> json)
    {
        // With isFinalBlock: false the reader reports a premature end as 'no more tokens' instead of as an error.
        Utf8JsonReader reader = new(json, isFinalBlock: false, state: default);
        bool any = false;
        try
        {
            while (reader.Read())
            {
                any = true;
            }
        }
        catch (JsonException)
        {
            return Syntax.Invalid;
        }

        return any && reader.CurrentDepth == 0 && reader.TokenType is not JsonTokenType.StartObject ? Syntax.Complete : Syntax.CutShort;
    }

    private enum Syntax
    {
        Complete,
        CutShort,
        Invalid,
    }
}
