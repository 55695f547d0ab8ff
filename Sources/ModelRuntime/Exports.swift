// Clients import only ModelRuntime, but generated code uses types from all lower
// modules, and so do the files of this module, without separate imports.
@_exported public import ModelStorage
