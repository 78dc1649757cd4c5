using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace FileTransfer.Strategies.Wire;

/// <summary>Accepts exactly one certificate, by its SHA-256: the server makes its own at every start, and no authority vouches for it.</summary>
/// <param name="sha256">SHA-256 of the certificate, as hexadecimal digits.</param>
internal sealed class CertificatePin(string sha256)
{
    /// <summary>SHA-256 of the certificate that was refused last, or null.</summary>
    public string? Refused { get; private set; }

    /// <summary>What a refusal means, and what to do.</summary>
    public string Explanation =>
        $"the certificate there has SHA-256 {Refused}, and the one expected has {sha256}: another server answers, or this one was started anew; take its addresses from its control endpoint again";

    /// <summary>Decides: <see cref="RemoteCertificateValidationCallback"/>.</summary>
    public bool Accepts(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        string found = certificate?.GetCertHashString(System.Security.Cryptography.HashAlgorithmName.SHA256) ?? "none";
        if (string.Equals(found, sha256, StringComparison.OrdinalIgnoreCase))
        {
            return true;
        }

        Refused = found;
        return false;
    }
}
