// Commands that open stores are commands like those of an application, over the same runtime.
@_exported public import ModelCommands
