using System.Text.Json;
using System.Text.Json.Serialization;
using FileTransfer.Results;

namespace FileTransfer.Harness.Load.Model;

/// <summary>Writes and reads files with the result of one load.</summary>
internal static class LoadFile
{
    private const long Largest = 512L << 20;

    /// <summary>The text of a result, one line.</summary>
    public static string Text(LoadResult result) => JsonSerializer.Serialize(result, LoadJson.Default.LoadResult);

    /// <summary>Writes a result in one step: a program that is killed leaves no half of a file.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static void Save(string path, LoadResult result) => Write(path, Text(result) + "\n");

    /// <summary>Writes a text in one step, to a temporary file in the same folder that then takes the name.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static void Write(string path, string text)
    {
        string partial = $"{path}.{System.Environment.ProcessId}.partial";
        try
        {
            File.WriteAllText(partial, text);
            File.Move(partial, path, overwrite: true);
        }
        finally
        {
            File.Delete(partial);
        }
    }

    /// <summary>Reads a result, and checks what a merge relies on.</summary>
    /// <exception cref="ResultsFileException">There is no such file, or it is not the result of a load.</exception>
    public static LoadResult Load(string path)
    {
        try
        {
            if (new FileInfo(path).Length > Largest)
            {
                throw new ResultsFileException($"{path} has more than {Largest} bytes: it is not the result of a load");
            }

            LoadResult result = JsonSerializer.Deserialize(File.ReadAllText(path), LoadJson.Default.LoadResult)
                ?? throw new ResultsFileException($"{path} holds null, not the result of a load");
            Check(path, result);
            return result;
        }
        catch (JsonException exception)
        {
            throw new ResultsFileException(
                $"{path} is not the result of a load ({LoadResult.CurrentSchema}): {exception.Message}; "
                + "give what 'send --connections N --output FILE' wrote",
                exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultsFileException($"{path} cannot be read: {exception.Message}", exception);
        }
    }

    private static void Check(string path, LoadResult result)
    {
        if (result.Schema != LoadResult.CurrentSchema)
        {
            throw new ResultsFileException(
                $"{path} has the schema '{result.Schema}', and this version reads {LoadResult.CurrentSchema}");
        }

        try
        {
            long counted = result.Sizes.Sum(size => LatencyHistogram.Decode(size.Histogram).TotalCount);
            long all = LatencyHistogram.Decode(result.Histogram).TotalCount;
            if (result.Sizes.Count == 0 || counted != result.Transfers || all != result.Transfers)
            {
                throw new ResultsFileException(
                    $"{path} tells of {result.Transfers} transfers, but its histograms hold {all} and {counted}: it was changed by hand");
            }
        }
        catch (FormatException exception)
        {
            throw new ResultsFileException($"{path}: {exception.Message}", exception);
        }

        bool isWhole = result.Samples is null
            || (result.Samples.Count == result.Transfers
                && (result.Sizes.Count == 1 || result.SampleSizes is null ? result.Sizes.Count == 1
                    : result.SampleSizes.Count == result.Samples.Count
                        && result.SampleSizes.All(size => size >= 0 && size < result.Sizes.Count)));
        if (!isWhole)
        {
            throw new ResultsFileException(
                $"{path} tells of {result.Transfers} transfers, but has not as many samples: it was changed by hand");
        }
    }
}

/// <summary>Format of load results: camelCase, on one line, fields without a value absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LoadResult))]
internal sealed partial class LoadJson : JsonSerializerContext;
