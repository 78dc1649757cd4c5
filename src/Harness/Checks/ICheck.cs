namespace FileTransfer.Harness.Checks;

/// <summary>Looks at one thing that can spoil a measurement. It changes nothing.</summary>
internal interface ICheck
{
    /// <summary>What it belongs to, such as "processor".</summary>
    string Group { get; }

    /// <summary>Its name: a stable key, such as "steal".</summary>
    string Name { get; }

    /// <summary>
    /// Files that are read at the start and at the end of the examination, because what counts is their difference; <c>*</c> stands for
    /// any part of one name.
    /// </summary>
    /// <param name="files">The system's files, which say where some of them are.</param>
    IReadOnlyList<string> Counters(SystemFiles files) => [];

    /// <summary>Says what is wrong, or that nothing is.</summary>
    Finding Examine(Subject subject);
}
