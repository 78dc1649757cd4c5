using System.Globalization;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Files;

/// <summary>Generates the content of payloads. Client and server generate the same bytes.</summary>
public static class GeneratedContent
{
    /// <summary>Seed of all pseudo-random content; a part of the names of generated files.</summary>
    public const int Seed = 20090719;

    private const int ChunkSize = 1 << 20;
    private const int WordCount = 3000;
    private const int ShortestWord = 2;
    private const int LongestWord = 11;
    private const int WordsPerLine = 12;

    /// <summary>The endless content from its first byte on, in chunks. A chunk is valid until the next one is requested.</summary>
    public static IEnumerable<byte[]> Chunks(PayloadContent content) => content switch
    {
        PayloadContent.Numbers => Numbers(),
        PayloadContent.Text => Text(),
        _ => RandomBytes(),
    };

    /// <summary>The first <paramref name="length"/> bytes.</summary>
    public static byte[] Bytes(PayloadContent content, int length)
    {
        byte[] bytes = GC.AllocateUninitializedArray<byte>(length);
        int filled = 0;
        using IEnumerator<byte[]> chunks = Chunks(content).GetEnumerator();
        while (filled < length && chunks.MoveNext())
        {
            int count = Math.Min(chunks.Current.Length, length - filled);
            chunks.Current.AsSpan(0, count).CopyTo(bytes.AsSpan(filled));
            filled += count;
        }

        return bytes;
    }

    private static IEnumerable<byte[]> RandomBytes()
    {
        var random = new Random(Seed);
        byte[] chunk = new byte[ChunkSize];
        while (true)
        {
            random.NextBytes(chunk);
            yield return chunk;
        }
    }

    private static IEnumerable<byte[]> Numbers()
    {
        for (long number = 0; ; number++)
        {
            yield return Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture));
        }
    }

    private static IEnumerable<byte[]> Text()
    {
        var random = new Random(Seed);
        string[] words = [.. Enumerable.Range(0, WordCount).Select(_ => Word(random))];
        var line = new StringBuilder();
        while (true)
        {
            line.Clear();
            for (int i = 0; i < WordsPerLine; i++)
            {
                // The cube of a uniform random number makes the first words frequent and the last ones rare, as in any language.
                double share = random.NextDouble();
                line.Append(words[(int)(share * share * share * WordCount)]).Append(i == WordsPerLine - 1 ? '\n' : ' ');
            }

            yield return Encoding.ASCII.GetBytes(line.ToString());
        }
    }

    private static string Word(Random random)
    {
        Span<char> letters = stackalloc char[random.Next(ShortestWord, LongestWord + 1)];
        for (int i = 0; i < letters.Length; i++)
        {
            letters[i] = (char)('a' + random.Next(26));
        }

        return new string(letters);
    }
}
