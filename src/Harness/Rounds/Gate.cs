namespace FileTransfer.Harness.Rounds;

/// <summary>Lets a run go on step by step, as another program allows, so that several runs can take turns.</summary>
/// <remarks>Before each step it writes <see cref="Word"/> on a line of its own, and waits for a line.</remarks>
/// <param name="output">Where it asks.</param>
/// <param name="input">Where it is allowed; null for a run that needs nobody's leave.</param>
internal sealed class Gate(TextWriter output, TextReader? input)
{
    /// <summary>The option of a run that asks.</summary>
    public const string Option = "--gate";

    /// <summary>What is written before each step.</summary>
    public const string Word = "gate";

    /// <summary>Waits for leave to make the next step.</summary>
    /// <exception cref="OperationCanceledException">Cancelled, or whoever gives leave has gone.</exception>
    public async Task PassAsync(CancellationToken cancellationToken)
    {
        if (input is null)
        {
            return;
        }

        await output.WriteLineAsync(Word);
        await output.FlushAsync(cancellationToken);
        if (await input.ReadLineAsync(cancellationToken) is null)
        {
            throw new OperationCanceledException("whoever lets this run go on has gone");
        }
    }
}
