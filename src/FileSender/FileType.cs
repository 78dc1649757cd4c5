namespace FileTransfer.Sending;

/// <summary>Types of files: the S_IFMT bits of inode(7).</summary>
internal enum FileType
{
    None = 0,
    Pipe = 0x1000,
    CharacterDevice = 0x2000,
    Directory = 0x4000,
    BlockDevice = 0x6000,
    Regular = 0x8000,
    SymbolicLink = 0xA000,
    Socket = 0xC000,
}
