namespace FileTransfer.Harness.Tests.Sabotage;

/// <summary>How a strategy can lie.</summary>
internal enum Lie
{
    /// <summary>It does not.</summary>
    None,

    /// <summary>Announces the whole file and sends one byte too few.</summary>
    OneByteTooFew,

    /// <summary>Sends and announces one byte too few, and claims the whole.</summary>
    ClaimsMoreThanCounted,

    /// <summary>Sends nothing and claims everything.</summary>
    SendsNothing,

    /// <summary>Sends other bytes of the right number.</summary>
    OtherContent,

    /// <summary>Says what the receiver said, of a frame that is one byte too short.</summary>
    OneByteTooFewFramed,

    /// <summary>Sends zeros instead of reading the file.</summary>
    Zeros,

    /// <summary>Sends other bytes, and keeps the checksums of the receiver to itself.</summary>
    HidesChecksums,

    /// <summary>Sends other bytes, and brings the right checksum as often as a receiver would.</summary>
    ForgesChecksums,

    /// <summary>Sends a frame and hands out the acknowledgement of the one before.</summary>
    OneFrameAhead,

    /// <summary>Sends the next frame after it has returned.</summary>
    SendsBetweenTheCalls,

    /// <summary>Sends every frame twice.</summary>
    SendsTwice,

    /// <summary>Says that its last send returned before it began.</summary>
    SendReturnedBeforeTheStart,

    /// <summary>Says that its last send returned in the future.</summary>
    SendReturnedAfterTheEnd,

    /// <summary>Sends to the receiver that verifies, whatever it is told to connect to.</summary>
    AnotherReceiver,

    /// <summary>Switches Nagle's algorithm on once it is connected.</summary>
    UndoesNoDelay,

    /// <summary>Chooses another congestion control once it is connected.</summary>
    UndoesCongestionControl,
}
