// The declarations of screens refer to objects, so every client needs the runtime. The
// export also makes it available to the files of this module without separate imports.
@_exported public import ModelRuntime
