// A client imports ModelRuntime alone, but generated code uses types of all lower
// modules. So do the files of this module, without imports of their own.
@_exported public import ModelStorage
