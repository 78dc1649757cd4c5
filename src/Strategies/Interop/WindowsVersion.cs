using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace FileTransfer.Strategies.Interop;

/// <summary>RtlGetVersion (wdm.h): the version of Windows as it is, whatever a program was made for.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class WindowsVersion
{
    private const byte Workstation = 1;

    /// <summary>True for an edition for clients: VER_NT_WORKSTATION.</summary>
    internal static bool IsForClients
    {
        get
        {
            var facts = new Facts { Size = (uint)sizeof(Facts) };
            return Invoke(&facts) == 0 && facts.Product == Workstation;
        }
    }

    [LibraryImport("ntdll.dll", EntryPoint = "RtlGetVersion")]
    private static partial int Invoke(Facts* facts);

    /// <summary>OSVERSIONINFOEXW.</summary>
    private struct Facts
    {
        public uint Size;
        public uint Major;
        public uint Minor;
        public uint Build;
        public uint Platform;
        public fixed char ServicePack[128];
        public ushort ServicePackMajor;
        public ushort ServicePackMinor;
        public ushort Suites;
        public byte Product;
        public byte Reserved;
    }
}
