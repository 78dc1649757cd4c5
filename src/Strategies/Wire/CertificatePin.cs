using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace FileTransfer.Strategies.Wire;

/// <summary>
/// Accepts exactly one certificate, identified by its SHA-256: the server makes a new one at every start, and no authority signs
/// it.
/// </summary>
/// <param name="sha256">SHA-256 of the certificate, as hexadecimal digits.</param>
internal sealed class CertificatePin(string sha256)
{
    /// <summary>SHA-256 of the certificate that was refused last, or null.</summary>
    public string? Refused { get; private set; }

    /// <summary>Error message for a refused certificate: both hashes, the likely cause and the remedy.</summary>
    public string Explanation =>
        $"the server's certificate has SHA-256 {Refused}, but {sha256} was expected: "
        + "another server answers, or this one was restarted; read its addresses from its control endpoint again";

    /// <summary>Compares the server's certificate: a <see cref="RemoteCertificateValidationCallback"/>.</summary>
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
