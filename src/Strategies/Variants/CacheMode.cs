namespace FileTransfer.Strategies.Variants;

/// <summary>The state of the page cache in which a transfer begins.</summary>
public enum CacheMode
{
    /// <summary>The whole file is in the page cache: no disk is read.</summary>
    Warm,

    /// <summary>No page of the file is in the page cache: it is evicted before every transfer, and that is proven.</summary>
    Cold,

    /// <summary>
    /// As <see cref="Cold"/>, and no page is there after the transfer either: the file was read past the page cache, with O_DIRECT.
    /// </summary>
    Direct,
}

/// <summary>Names of states of the page cache.</summary>
public static class CacheModeNames
{
    /// <summary>The state as the command line and results name it.</summary>
    public static string Name(this CacheMode mode) => mode.ToString().ToLowerInvariant();
}
