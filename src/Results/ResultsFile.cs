using System.IO.Compression;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace FileTransfer.Results;

/// <summary>Reads and writes results.json, plain or compressed.</summary>
internal static class ResultsFile
{
    /// <summary>Name of the file in the folder of a run.</summary>
    public const string FileName = "results.json";

    /// <summary>Name of the compressed file in the folder of a run.</summary>
    public const string CompressedFileName = FileName + ".gz";

    // The file is not embedded in HTML as text, and escapes such as \u0027 would make its command line unusable.
    private static readonly JsonTypeInfo<RunResult> s_format = new ResultsJson(
        new JsonSerializerOptions(ResultsJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }).RunResult;

    /// <summary>The content of results.json for a run: UTF-8, with <c>\n</c> line ends.</summary>
    public static byte[] ToBytes(RunResult run) => [.. JsonSerializer.SerializeToUtf8Bytes(run, s_format), (byte)'\n'];

    /// <summary>Writes a run atomically: at any moment the file is absent, the complete old one or the complete new one.</summary>
    /// <param name="run">The run.</param>
    /// <param name="path">Target; compressed when its name ends in <c>.gz</c>. Missing folders are created.</param>
    /// <exception cref="IOException">The file cannot be written; nothing is left behind.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void Save(RunResult run, string path)
    {
        byte[] content = ToBytes(run);
        string target = Path.GetFullPath(path);
        string temporary = $"{target}.{Environment.ProcessId}.tmp";
        Directory.CreateDirectory(Path.GetDirectoryName(target) ?? target);
        try
        {
            using (FileStream file = new(temporary, FileMode.Create, FileAccess.Write))
            {
                Write(file, content, compressed: target.EndsWith(".gz", StringComparison.OrdinalIgnoreCase));
                file.Flush(flushToDisk: true);
            }

            File.Move(temporary, target, overwrite: true);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }

    /// <summary>
    /// Reads a run from results.json, results.json.gz or the folder that contains one of them; the plain file takes precedence.
    /// The folder of a killed run has neither: then the journal of its finished cases is read.
    /// </summary>
    /// <exception cref="ResultsFileException">
    /// There is no such file, or it is unreadable, cut short, not JSON, of another format or version, or incomplete.
    /// </exception>
    public static RunResult Load(string path)
    {
        string file = Locate(path);
        try
        {
            return Path.GetFileName(file) == ResultsJournal.FileName
                ? ResultsJournal.Parse(Content(file), file)
                : ResultsParser.Parse(Content(file), file, s_format);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultsFileException($"'{file}' cannot be read: {exception.Message}", exception);
        }
        catch (InvalidDataException exception)
        {
            throw new ResultsFileException($"'{file}' is damaged and cannot be decompressed; copy it again from its source", exception);
        }
    }

    /// <summary>Reads a run from the content of a results.json.</summary>
    /// <exception cref="ResultsFileException">It is cut short, not JSON, of another format or version, or incomplete.</exception>
    internal static RunResult Parse(ReadOnlySpan<byte> json, string file) => ResultsParser.Parse(json, file, s_format);

    private static void Write(FileStream file, byte[] content, bool compressed)
    {
        if (!compressed)
        {
            file.Write(content);
            return;
        }

        using GZipStream zip = new(file, CompressionLevel.Optimal, leaveOpen: true);
        zip.Write(content);
    }

    private static string Locate(string path)
    {
        if (File.Exists(path))
        {
            return path;
        }

        if (!Directory.Exists(path))
        {
            throw new ResultsFileException($"'{path}' does not exist: give a {FileName}, a {CompressedFileName}, or the folder of a run");
        }

        string[] candidates =
        [
            Path.Combine(path, FileName),
            Path.Combine(path, CompressedFileName),
            Path.Combine(path, ResultsJournal.FileName),
        ];
        return candidates.FirstOrDefault(File.Exists)
            ?? throw new ResultsFileException(
                $"the folder '{path}' contains neither {FileName} nor {CompressedFileName}: give the folder of one run");
    }

    private static ReadOnlySpan<byte> Content(string file)
    {
        byte[] content = File.ReadAllBytes(file);
        if (content is not [0x1F, 0x8B, ..])
        {
            return content;
        }

        using GZipStream zip = new(new MemoryStream(content), CompressionMode.Decompress);
        using MemoryStream plain = new();
        zip.CopyTo(plain);
        return plain.GetBuffer().AsSpan(0, (int)plain.Length);
    }
}
