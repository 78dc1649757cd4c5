using FileTransfer.Strategies.Rpc;
using FsCheck;
using FsCheck.Fluent;
using Google.Protobuf;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>Messages that were tampered with: no client throws anything but what is documented, or takes more memory than a message may.</summary>
public sealed class MutatedMessageTests
{
    private const int Length = 300;
    private const int Tests = 400;
    private const long Bounded = 8 << 20;

    public static TheoryData<string> Ids => [.. StrategyCases.Fetching.Select(descriptor => descriptor.Id)];

    /// <summary>A right message with bytes changed, cut out, repeated, or put in, a few times over.</summary>
    private static Gen<byte[]> Mutated =>
        from count in Gen.Choose(1, 4)
        from steps in Gen.ArrayOf(Step, count)
        select steps.Aggregate(Answers.Message(Length), (message, step) => step(message));

    private static Gen<Func<byte[], byte[]>> Step => Gen.OneOf(
        from at in At
        from value in Gen.Choose(0, 255)
        select (Func<byte[], byte[]>)(message => message.Length == 0 ? message : [.. message[..(at % message.Length)], (byte)value, .. message[((at % message.Length) + 1)..]]),
        from at in At
        select (Func<byte[], byte[]>)(message => message[..(at % (message.Length + 1))]),
        from at in At
        from length in Gen.Choose(1, 20)
        select (Func<byte[], byte[]>)(message => [.. message[..(at % (message.Length + 1))], .. message[Math.Min(message.Length, (at % (message.Length + 1)) + length)..]]),
        from at in At
        from inserted in Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value))
        select (Func<byte[], byte[]>)(message => [.. message[..(at % (message.Length + 1))], .. inserted, .. message[(at % (message.Length + 1))..]]),
        Gen.Constant((Func<byte[], byte[]>)(message => [.. message, .. message])));

    /// <summary>Places among the tags and lengths are the ones that matter: there, as often as anywhere.</summary>
    private static Gen<int> At => Gen.OneOf(Gen.Choose(0, 4), Gen.Choose(0, Length + 10), Gen.Choose(Length, Length + 10));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Answer_Mutated_IsDeliveredOrRefusedAsDocumented(string id) => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(Tests),
        Prop.ForAll(Mutated.ToArbitrary(), message =>
        {
            // Not on this thread: what reads synchronously could go on for ever, and nobody would be left to wait.
            Task<(Exception?, long)> reading = Task.Run(() => Measured(id, message));
            Assert.True(reading.Wait(TimeSpan.FromSeconds(10)), $"hangs on the message {Convert.ToHexString(message)}");
            (Exception? exception, long allocated) = reading.Result;
            Assert.InRange(allocated, 0, Bounded);
            Assert.True(exception is null or RpcException, exception?.ToString());
        }));

    [Fact]
    public void Walker_Mutated_FindsWhatGoogleProtobufFinds() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(20 * Tests),
        Prop.ForAll(Mutated.ToArbitrary(), Gen.Choose(1, 70).ToArbitrary(), (message, piece) =>
        {
            FetchedField? expected = null;
            try
            {
                expected = FetchedField.Of(FetchResponse.Parser.ParseFrom(message), isVerifying: true);
            }
            catch (InvalidProtocolBufferException)
            {
                // Then the walker must not take it either.
            }

            FetchedField? found = null;
            try
            {
                var walker = new FetchResponseWalker(isVerifying: true, most: int.MaxValue);
                foreach (byte[] chunk in message.Chunk(piece))
                {
                    walker.Append(chunk);
                }

                found = walker.Complete();
            }
            catch (RpcException)
            {
                // Then Google.Protobuf must not have taken it either.
            }

            Assert.True(expected == found, $"Google.Protobuf: {expected?.ToString() ?? "refused"}, walker: {found?.ToString() ?? "refused"}, message {Convert.ToHexString(message)}");
        }));

    /// <summary>What became of a message, and the bytes this thread allocated for it: an answer in memory is read without another thread.</summary>
    private static (Exception? Exception, long Allocated) Measured(string id, byte[] message)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Exception? exception = Record.Exception(() => { Answers.ReadAsync(id, Answers.For(id, message), Length).GetAwaiter().GetResult(); });
        return (exception, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
