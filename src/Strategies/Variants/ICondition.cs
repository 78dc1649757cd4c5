using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>A condition under which the transfers of one strategy happen. One caller at a time.</summary>
internal interface ICondition
{
    /// <summary>Makes it, before a transfer.</summary>
    /// <exception cref="TransferException">It cannot be made here, or the transfer before broke it.</exception>
    void Make(Payload payload);

    /// <summary>Checks that it held during the last transfer.</summary>
    /// <exception cref="TransferException">It did not.</exception>
    void ThrowUnlessKept()
    {
    }

    /// <summary>The figures since the strategy was made.</summary>
    IReadOnlyList<Observation> Observe() => [];
}
