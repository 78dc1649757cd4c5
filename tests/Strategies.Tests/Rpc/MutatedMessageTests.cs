using System.Globalization;
using FileTransfer.Strategies.Rpc;
using FsCheck;
using FsCheck.Fluent;
using Google.Protobuf;

namespace FileTransfer.Strategies.Tests.Rpc;

/// <summary>
/// Messages that were tampered with: no client throws anything but what is documented, or takes more memory than a message may.
/// </summary>
public sealed class MutatedMessageTests
{
    private const int Length = 300;
    private static readonly int s_tests = Exhaustive.Or(8, 150);
    private static readonly int s_walkerTests = Exhaustive.Or(100, 1500);
    private const long Bounded = 8 << 20;

    public static TheoryData<string> Ids => [.. StrategyCases.Reading.Select(descriptor => descriptor.Id)];

    public static TheoryData<string> WrappedIds =>
        [.. StrategyCases.Reading.Select(descriptor => descriptor.Id).Where(id => Answers.IsGzip(id) || Answers.IsGrpc(id))];

    /// <summary>A right message with bytes changed, cut out, repeated, or put in, a few times over.</summary>
    private static Gen<byte[]> Mutated => Mutations.Select(mutate => mutate(Answers.Message(Length)));

    private static Gen<Func<byte[], byte[]>> Mutations =>
        from count in Gen.Choose(1, 4)
        from steps in Gen.ArrayOf(Step, count)
        select (Func<byte[], byte[]>)(bytes => steps.Aggregate(bytes, (changed, step) => step(changed)));

    /// <summary>What a header may say: about what is true, or any number.</summary>
    private static Gen<int> Hint => Gen.OneOf(Gen.Choose(0, 2 * Length), Gen.Choose(0, int.MaxValue));

    private static Gen<Func<byte[], byte[]>> Step => Gen.OneOf(
        from at in At
        from value in Gen.Choose(0, 255)
        select (Func<byte[], byte[]>)(message => message.Length == 0
            ? message
            : [.. message[..(at % message.Length)], (byte)value, .. message[((at % message.Length) + 1)..]]),
        from at in At
        select (Func<byte[], byte[]>)(message => message[..(at % (message.Length + 1))]),
        from at in At
        from length in Gen.Choose(1, 20)
        select (Func<byte[], byte[]>)(message => [
            .. message[..(at % (message.Length + 1))],
            .. message[Math.Min(message.Length, (at % (message.Length + 1)) + length)..],
        ]),
        from at in At
        from inserted in Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value))
        select (Func<byte[], byte[]>)(message => [
            .. message[..(at % (message.Length + 1))],
            .. inserted,
            .. message[(at % (message.Length + 1))..],
        ]),
        Gen.Constant((Func<byte[], byte[]>)(message => [.. message, .. message])));

    /// <summary>Places among the tags and lengths are the ones that matter: there, as often as anywhere.</summary>
    private static Gen<int> At => Gen.OneOf(Gen.Choose(0, 4), Gen.Choose(0, Length + 10), Gen.Choose(Length, Length + 10));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Answer_Mutated_IsDeliveredOrRefusedAsDocumented(string id) => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(s_tests),
        Prop.ForAll(Mutated.ToArbitrary(), message => AssertDocumented(id, Answers.For(id, message), message)));

    /// <summary>The same of what is around a message: compressed bytes, the header that tells their length, the prefix of gRPC.</summary>
    [Theory]
    [MemberData(nameof(WrappedIds))]
    public void Answer_MutatedOnceItIsWrapped_IsDeliveredOrRefusedAsDocumented(string id) => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(s_tests),
        Prop.ForAll(Mutations.ToArbitrary(), Hint.ToArbitrary(), (mutate, hint) =>
        {
            byte[] message = Answers.Message(Length);
            byte[] body = mutate(Answers.IsGrpc(id) ? GrpcFrame.Of(message) : Answers.Gzip(message));
            HttpResponseMessage response = Answers.IsGrpc(id)
                ? Answers.Of(RpcContract.Grpc, body)
                : Answers.Packed(body, hint.ToString(CultureInfo.InvariantCulture));
            response.TrailingHeaders.Add("grpc-status", "0");
            AssertDocumented(id, response, body);
        }));

    [Fact]
    public void Walker_Mutated_FindsWhatGoogleProtobufFinds() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(s_walkerTests),
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

            Assert.True(
                expected == found,
                $"Google.Protobuf: {expected?.ToString() ?? "refused"}, walker: "
                + $"{found?.ToString() ?? "refused"}, message {Convert.ToHexString(message)}");
        }));

    private static void AssertDocumented(string id, HttpResponseMessage response, byte[] mutated)
    {
        // Not on this thread: what reads synchronously could go on for ever, and nobody would be left to wait.
        Task<(Exception?, long)> reading = Task.Run(() => Measured(id, response));
        Assert.True(reading.Wait(TimeSpan.FromMinutes(1)), $"hangs on {Convert.ToHexString(mutated)}");
        (Exception? exception, long allocated) = reading.Result;
        Assert.True(allocated <= Bounded, $"{allocated} bytes allocated for {Convert.ToHexString(mutated)}");
        Assert.True(exception is null or RpcException, $"{exception} for {Convert.ToHexString(mutated)}");
    }

    /// <summary>
    /// What became of an answer, and the bytes this thread allocated for it: an answer in memory is read without another thread.
    /// </summary>
    private static (Exception? Exception, long Allocated) Measured(string id, HttpResponseMessage response)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Exception? exception = Record.Exception(() => { Answers.ReadAsync(id, response, Length).GetAwaiter().GetResult(); });
        return (exception, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
