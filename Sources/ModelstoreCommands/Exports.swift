// Commands that open stores use the same types as the commands of an application, and the same
// runtime.
@_exported public import ModelCommands
