using System.Reflection;
using FileTransfer.Harness;
using FileTransfer.Lab.Commands;
using FileTransfer.Lab.Variants;
using FileTransfer.Senders.Processes;
using FileTransfer.Strategies.Variants;

[assembly: AssemblyMetadata(ThisProgram.Mark, "true")]

// The laboratory: every command of the product, with strategies that are slowed down on purpose, and the makers' own commands.
StrategyVariant.Add(SlowedVariant.Of);
return await FileTransferProgram.RunAsync(args, LabCommands.All);
