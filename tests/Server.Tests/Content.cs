namespace FileTransfer.Server.Tests;

/// <summary>Seeded payload bytes.</summary>
internal static class Content
{
    public static byte[] Of(int size, int seed = 1)
    {
        byte[] bytes = new byte[size];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
