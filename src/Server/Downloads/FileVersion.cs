namespace FileTransfer.Server.Downloads;

/// <summary>What a file was like when it was looked at. A file that changed has another version.</summary>
/// <param name="Length">Length in bytes.</param>
/// <param name="Changed">
/// When content or properties changed last, in nanoseconds since 1970: st_ctime of inode(7), which no program can set. On other systems
/// than Linux, when the content was written last.
/// </param>
/// <param name="Written">When the content was written last.</param>
internal readonly record struct FileVersion(long Length, long Changed, DateTimeOffset Written)
{
    /// <summary>When the content was written last, in whole seconds, as HTTP tells it.</summary>
    public DateTimeOffset LastModified => new(Written.Ticks - (Written.Ticks % TimeSpan.TicksPerSecond), TimeSpan.Zero);
}
