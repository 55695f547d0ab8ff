/// The import of a file: as visible as what the runtime's names are used in, and no more, since an
/// import that is more visible than its uses is a warning. The runtime hands on Foundation.
struct FileImports {
  private let shape: ModelShape
  private let entities: [EntityDescription]
  private let hasTypes: Bool

  /// Makes that of a file with some classes, and perhaps with the types of the model.
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

  /// The access level of the model's types; none where they are aliases of Swift's own.
  private var types: [AccessLevel] {
    let model = shape.model
    let isUsed =
      !model.enumerations.isEmpty || !model.composites.isEmpty
      || model.typeAliases.contains { SwiftType.isOfModules($0.type) }
    return isUsed ? [shape.typeAccess] : []
  }
}
