using System.Security.Cryptography;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Machine;

/// <summary>The key of a server's TLS certificate. Not every system makes one: a policy can forbid it, and wine cannot.</summary>
internal static class CertificateKey
{
    /// <summary>Makes a key of the curve P-256; the caller owns it.</summary>
    /// <exception cref="CryptographicException">This system makes none.</exception>
    public static ECDsa Make() => ECDsa.Create(ECCurve.NamedCurves.nistP256);

    /// <summary>Whether one can be made here.</summary>
    public static Availability Probe() => Known.Availability;

    /// <summary>Why none can be made, as it is told.</summary>
    public static string Refusal(Exception exception) =>
        $"this system makes no key for a TLS certificate ({exception.Message.ReplaceLineEndings(" ").Trim().TrimEnd('.')})";

    private static Availability Try()
    {
        try
        {
            using ECDsa key = Make();
            _ = key.SignData([], HashAlgorithmName.SHA256);
            return Availability.Available;
        }
        catch (Exception exception) when (exception is CryptographicException or PlatformNotSupportedException)
        {
            return Availability.Unsupported(Refusal(exception));
        }
    }

    /// <summary>Tried once, when somebody asks first.</summary>
    private static class Known
    {
        internal static readonly Availability Availability = Try();
    }
}
