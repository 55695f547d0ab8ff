// Models hold values of Foundation's (dates, decimal numbers, identifiers, URLs, data), so that
// whoever imports this module sees those types too, as `import CoreData` has it, and so does every
// file of it. `modelgen` is linked with FoundationEssentials alone, which keeps a static one small.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
