// Screens show objects and speak of them in their declarations. What uses them has the runtime,
// and so has every file of this module, without an import of its own.
@_exported public import ModelRuntime
