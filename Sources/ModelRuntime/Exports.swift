// A client imports ModelRuntime alone; generated code names types of all modules below. So does
// every file of this module, without an import of its own.
@_exported public import ModelStorage
