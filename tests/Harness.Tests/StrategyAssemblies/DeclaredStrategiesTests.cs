using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Sockets;

namespace FileTransfer.Harness.Tests.StrategyAssemblies;

/// <summary>Which members of a class are strategies, in which order, and which cannot be added.</summary>
public sealed class DeclaredStrategiesTests
{
    public static TheoryData<Type, string> Refused => new()
    {
        { typeof(Empty), "it has no strategies. Looked for public static properties and fields of type StrategyDescriptor" },
        { typeof(Twice), "DeclaredStrategiesTests+Twice.Second have the same id, 'same'; give each its own" },
        { typeof(Ours), "+Ours.Descriptor: the id 'send-file' is one of ours; choose another" },
        { typeof(OddId), "+OddId.Descriptor: 'My Loop@2' is no id; write small letters, digits and hyphens, such as my-loop" },
        { typeof(NativeId), "the id 'c-loop' begins with c-, as those of the native reference do" },
        { typeof(Null), "+Null.Descriptor is null, or has a null in it" },
        { typeof(Throwing), "+Throwing.Descriptor threw FormatException: two lines" },
        { typeof(ThrowingInitializer), "+ThrowingInitializer.Descriptor threw FormatException: two lines" },
        { typeof(ThrowingProbe), "+ThrowingProbe.Descriptor: its Probe threw DllNotFoundException: gone" },
        { typeof(NoTransport), "my-loop lists the transports ''; list at least one of tcp, unix" },
        { typeof(UnknownTransport), "my-loop lists the transports 'pigeon'; list at least one of tcp, unix" },
        { typeof(OfTheHarness), "my-loop does not send a file to a receiver that drains it, and only such strategies can be added" },
        { typeof(Fetching), "my-loop does not send a file to a receiver that drains it" },
        { typeof(OfAProgram), "my-loop does not send a file to a receiver that drains it" },
        { typeof(OfNoInterface), "implements neither ISyncTransferStrategy nor IAsyncTransferStrategy" },
    };

    [Fact]
    public void Of_FieldsPropertiesAndLists_AreFoundInTheOrderOfTheirDeclaration() =>
        Assert.Equal(
            ["field", "second-field", "property", "in-a-list", "of-another-class"],
            DeclaredStrategies.Of([typeof(Second), typeof(First)]).Select(strategy => strategy.Id));

    [Theory]
    [MemberData(nameof(Refused))]
    public void Of_ClassWhoseStrategiesCannotBeMeasured_SaysWhichAndWhy(Type type, string message)
    {
        InvalidDataException exception = Assert.Throws<InvalidDataException>(() => DeclaredStrategies.Of([type]));
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("\n", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_StrategyThatCannotRunHere_KeepsItsReason()
    {
        StrategyDescriptor strategy = Assert.Single(DeclaredStrategies.Of([typeof(NotHere)]));
        Assert.Equal("needs another machine", strategy.Probe().Reason);
    }

    [Fact]
    public void Create_StrategyWhoseConstructorThrowsOrMakesNothing_SaysSo()
    {
        Assert.Equal("throws cannot be made: FormatException: no luck", MessageOf("throws"));
        Assert.Equal("makes-null made null instead of SendFile, which it describes", MessageOf("makes-null"));

        static string MessageOf(string id)
        {
            StrategyDescriptor strategy = DeclaredStrategies.Of([typeof(Unmakable)]).Single(one => one.Id == id);
            TransferException exception = Assert.Throws<TransferException>(
                () => strategy.Create(new ConnectionOptions { Endpoint = new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, 1) }));
            Assert.Equal(TransferErrorKind.NotMade, exception.Kind);
            return exception.Message;
        }
    }

    private static StrategyDescriptor Named(string id, StrategyFamily family = StrategyFamily.Sockets) =>
        StrategyDescriptor.For(id, family, "none", options => new SendFile(options));

#pragma warning disable CA1034, CA1065 // Classes as a user may write them.
    internal static class First
    {
        private static readonly StrategyDescriptor s_one = Named("property");

        public static readonly StrategyDescriptor Field = Named("field");

        public static StrategyDescriptor Property => s_one;

        /// <summary>Lists what it also declares alone.</summary>
        public static IEnumerable<StrategyDescriptor> List => [s_one, s_inAList];

        public static readonly StrategyDescriptor SecondField = Named("second-field");

        private static readonly StrategyDescriptor s_inAList = Named("in-a-list");

        public static string Other => "is none";

        internal static StrategyDescriptor Internal => Named("internal");
    }

    internal static class Second
    {
        public static StrategyDescriptor[] All { get; } = [Named("of-another-class")];
    }

    internal static class Empty;

    internal static class Twice
    {
        public static StrategyDescriptor First { get; } = Named("same");

        public static StrategyDescriptor Second { get; } = Named("same");
    }

    internal static class Ours
    {
        public static StrategyDescriptor Descriptor { get; } = Named("send-file");
    }

    internal static class OddId
    {
        public static StrategyDescriptor Descriptor { get; } = Named("My Loop@2");
    }

    internal static class NativeId
    {
        public static StrategyDescriptor Descriptor { get; } = Named("c-loop");
    }

    internal static class Null
    {
        public static StrategyDescriptor? Descriptor => null;
    }

    internal static class Throwing
    {
        public static StrategyDescriptor Descriptor => throw new FormatException("two\nlines");
    }

    internal static class ThrowingInitializer
    {
        public static StrategyDescriptor Descriptor { get; } = Throwing.Descriptor;
    }

    internal static class ThrowingProbe
    {
        public static StrategyDescriptor Descriptor { get; } =
            Named("my-loop") with { Probe = () => throw new DllNotFoundException("gone") };
    }

    internal static class NoTransport
    {
        public static StrategyDescriptor Descriptor { get; } = Named("my-loop") with { Transports = [] };
    }

    internal static class UnknownTransport
    {
        public static StrategyDescriptor Descriptor { get; } = Named("my-loop") with { Transports = ["pigeon"] };
    }

    internal static class OfTheHarness
    {
        public static StrategyDescriptor Descriptor { get; } = Named("my-loop", StrategyFamily.Harness);
    }

    internal static class Fetching
    {
        public static StrategyDescriptor Descriptor { get; } = Named("my-loop", StrategyFamily.Rpc);
    }

    internal static class OfAProgram
    {
        public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.OfProgram("my-loop", "send-file", "none");
    }

    internal static class OfNoInterface
    {
        public static StrategyDescriptor Descriptor { get; } =
            StrategyDescriptor.For<ITransferStrategy>("my-loop", StrategyFamily.Sockets, "none", options => new SendFile(options));
    }

    internal static class NotHere
    {
        public static StrategyDescriptor Descriptor { get; } =
            Named("my-loop") with { Probe = () => Availability.Unsupported("needs another machine") };
    }

    internal static class Unmakable
    {
        public static StrategyDescriptor Throws { get; } =
            StrategyDescriptor.For<SendFile>("throws", StrategyFamily.Sockets, "none", _ => throw new FormatException("no luck"));

        public static StrategyDescriptor MakesNull { get; } =
            StrategyDescriptor.For<SendFile>("makes-null", StrategyFamily.Sockets, "none", _ => null!);
    }
}
