// Models hold values of Foundation's types (dates, decimal numbers,
// identifiers, URLs, data), so this module exports them to its clients, as
// `import CoreData` does, and to all of its own files. `modelgen` is linked
// only with FoundationEssentials, which keeps a static executable small.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
