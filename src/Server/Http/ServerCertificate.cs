using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Server.Http;

/// <summary>Makes a self-signed certificate at every start. Clients learn its SHA-256 and accept no other certificate.</summary>
internal static class ServerCertificate
{
    /// <summary>Makes a certificate for <paramref name="address"/>, valid for a week; the caller owns it.</summary>
    public static X509Certificate2 Create(IPAddress address)
    {
        using ECDsa key = CertificateKey.Make();
        var request = new CertificateRequest("CN=FileTransfer", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(address);
        request.CertificateExtensions.Add(names.Build());
        // Valid for TLS servers only: 1.3.6.1.5.5.7.3.1 is id-kp-serverAuth, RFC 5280, 4.2.1.12.
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], critical: false));
        DateTimeOffset now = DateTimeOffset.UtcNow;
        X509Certificate2 certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(7));
        if (!OperatingSystem.IsWindows())
        {
            return certificate;
        }

        // A server there takes no key that is in the process alone; one that is read from a file is kept until its certificate is gone.
        using (certificate)
        {
            return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pfx), password: null);
        }
    }

    /// <summary>SHA-256 of a certificate, as hexadecimal digits.</summary>
    public static string Sha256(X509Certificate2 certificate) => certificate.GetCertHashString(HashAlgorithmName.SHA256);
}
