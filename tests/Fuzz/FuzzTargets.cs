using FileTransfer.Harness.Comparing;
using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Fuzz;

/// <summary>
/// Readers of bytes from outside. A target throws when its reader throws anything but what it documents, or reads wrongly.
/// </summary>
internal static class FuzzTargets
{
    private const int MostResponses = 16;

    /// <summary>The targets by name; a folder of the same name in corpus/ holds inputs.</summary>
    public static IReadOnlyDictionary<string, Action<byte[]>> All { get; } = new SortedDictionary<string, Action<byte[]>>(
        StringComparer.Ordinal)
    {
        ["benchmarkdotnet"] = BenchmarkDotNet,
        ["frame"] = Frame,
        ["response"] = Response,
        ["run"] = Run,
    };

    /// <summary>The number of cuts, the cuts, and a stream of frames that is cut so.</summary>
    private static void Frame(byte[] input)
    {
        int count = input.Length > 0 ? input[0] & 15 : 0;
        int[] cuts = [.. input.Skip(1).Take(count).Select(cut => (int)cut)];
        byte[] stream = [.. input.Skip(1 + count)];
        FrameModel.Check(stream, cuts.Length == 0 ? [4096] : cuts, bufferSize: 512);
    }

    /// <summary>How many bytes come at once, and the answers of a server.</summary>
    private static void Response(byte[] input)
    {
        int cut = input.Length > 0 ? 1 + input[0] : 1;
        int at = 1;
        var reader = new HttpResponseReader(buffer =>
        {
            int bytes = Math.Max(0, Math.Min(Math.Min(cut, buffer.Count), input.Length - at));
            input.AsSpan(Math.Min(at, input.Length), bytes).CopyTo(buffer);
            at += bytes;
            return bytes;
        });
        try
        {
            for (int i = 0; i < MostResponses; i++)
            {
                _ = reader.Read();
            }
        }
        catch (TransferException)
        {
            // As documented.
        }
    }

    private static void Run(byte[] input)
    {
        try
        {
            _ = ResultsFile.Parse(input, "results.json");
        }
        catch (ResultsFileException)
        {
            // As documented.
        }
    }

    private static void BenchmarkDotNet(byte[] input)
    {
        try
        {
            _ = BenchmarkDotNetJson.Parse(input, "report-full.json");
        }
        catch (ResultsFileException)
        {
            // As documented.
        }
    }
}
