using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;
using OpenFile = FileTransfer.Strategies.Interop.Open;

namespace FileTransfer.Links;

/// <summary>A network device whose cable is a file: what the kernel sends can be read from it, and what is written arrives.</summary>
/// <remarks>
/// Without IFF_VNET_HDR the kernel cuts everything into packets of the MTU and completes their checksums before they are read:
/// Documentation/networking/tuntap.rst of Linux.
/// </remarks>
internal static class TunDevice
{
    private const string Path = "/dev/net/tun";

    /// <summary>Makes a device in the network namespace of the calling thread. It exists until the handle is closed.</summary>
    /// <exception cref="UsageException">The kernel has no TUN devices, or this process may not make one.</exception>
    public static unsafe SafeFileHandle Open(string name)
    {
        int descriptor = OpenFile.Invoke(Path, OpenFile.ReadWriteCloseOnExec | OpenFile.NonBlocking);
        if (descriptor < 0)
        {
            throw Refused($"open {Path}", Marshal.GetLastPInvokeError());
        }

        var device = new SafeFileHandle(descriptor, ownsHandle: true);
        var request = new Ioctl.InterfaceRequest { Flags = Ioctl.TunPackets };
        Encoding.ASCII.GetBytes(name, new Span<byte>(request.Name, Ioctl.InterfaceRequest.LongestName));
        if (Ioctl.Invoke(device, Ioctl.MakeTunDevice, &request) != 0)
        {
            int error = Marshal.GetLastPInvokeError();
            device.Dispose();
            throw Refused("make a TUN device (TUNSETIFF)", error);
        }

        return device;
    }

    private static UsageException Refused(string what, int error) => new(
        $"--link cannot {what}: {new Win32Exception(error).Message}; load the module tun; without root, {Path} must be open to this user");
}
