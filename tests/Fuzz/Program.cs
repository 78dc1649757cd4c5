using FileTransfer.Fuzz;
using SharpFuzz;

// One target by name, for afl-fuzz, which writes an input to standard input over and over; scripts/fuzz.sh starts it.
if (args.Length != 1 || !FuzzTargets.All.TryGetValue(args[0], out Action<byte[]>? target))
{
    Console.Error.WriteLine($"usage: FileTransfer.Fuzz {string.Join('|', FuzzTargets.All.Keys)}");
    return 2;
}

Fuzzer.Run(stream =>
{
    using var bytes = new MemoryStream();
    stream.CopyTo(bytes);
    target(bytes.ToArray());
});
return 0;
