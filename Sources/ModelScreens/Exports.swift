// The declarations of screens refer to objects, so every client needs the runtime. The
// export also spares the files of this module an import of their own.
@_exported public import ModelRuntime
