/// The imports of a file. They are as visible as the most visible declarations
/// that use names of the runtime, because Swift warns about an import that is
/// more visible than its uses. The runtime re-exports Foundation.
struct FileImports {
  private let shape: ModelShape
  private let entities: [EntityDescription]
  private let hasTypes: Bool

  /// Creates the imports of a file.
  ///
  /// - Parameters:
  ///   - shape: The model.
  ///   - entities: The entities whose classes the file contains.
  ///   - hasTypes: True if the file contains the types of the model.
  init(_ shape: ModelShape, _ entities: [EntityDescription], hasTypes: Bool) {
    self.shape = shape
    self.entities = entities
    self.hasTypes = hasTypes
  }

  var lines: [String] {
    let levels = (hasTypes ? [shape.access] + types : []) + entities.map(shape.access(of:))
    let highest = levels.max { $0.rank < $1.rank } ?? shape.access
    return ["\(highest.modifier)import ModelRuntime"]
  }

  /// The access levels of the model's types; empty if they do not need the
  /// runtime, because they are aliases of Swift's own types.
  private var types: [AccessLevel] {
    let model = shape.model
    let isUsed =
      !model.enumerations.isEmpty || !model.composites.isEmpty
      || model.typeAliases.contains { SwiftType.isOfModules($0.type) }
    return isUsed ? [shape.typeAccess] : []
  }
}
