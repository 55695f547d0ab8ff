/// The imports of a file: as visible as what they are used in, and no more,
/// since an import that is more visible than its uses is a warning.
struct FileImports {
  private let shape: ModelShape
  private let entities: [EntityDescription]
  private let hasTypes: Bool
  /// The entities whose policies name types of Foundation.
  private let policyEntities: Set<String>
  /// The models whose constants may stand in the file.
  private let models: [ManagedObjectModel]

  /// Makes those of a file with the whole model.
  init(_ shape: ModelShape, _ policyEntities: Set<String>, released: [ManagedObjectModel]) {
    self.init(
      shape, shape.model.entities, policyEntities, hasTypes: true, [shape.model] + released)
  }

  /// Makes those of a file with all but the classes.
  init(typesOf shape: ModelShape, released: [ManagedObjectModel]) {
    self.init(shape, [], [], hasTypes: true, [shape.model] + released)
  }

  /// Makes those of a file with one class.
  init(_ entity: EntityDescription, in shape: ModelShape, _ policyEntities: Set<String>) {
    self.init(shape, [entity], policyEntities, hasTypes: false, [shape.model])
  }

  private init(
    _ shape: ModelShape, _ entities: [EntityDescription], _ policyEntities: Set<String>,
    hasTypes: Bool, _ models: [ManagedObjectModel]
  ) {
    self.shape = shape
    self.models = models
    self.policyEntities = policyEntities
    self.entities = entities
    self.hasTypes = hasTypes
  }

  var lines: [String] {
    var lines: [String] = []
    if let access = foundation { lines.append("\(access.modifier)import Foundation") }
    lines.append("\(runtime.modifier)import ModelRuntime")
    return lines
  }

  private var runtime: AccessLevel {
    // An alias may name nothing of the runtime's.
    let hasOwnTypes = !shape.model.enumerations.isEmpty || !shape.model.composites.isEmpty
    let types = [shape.access] + (hasOwnTypes ? [shape.typeAccess] : [])
    return highest((hasTypes ? types : []) + entities.map(shape.access(of:))) ?? shape.access
  }

  /// The highest access level of a declaration that names a Foundation type;
  /// internal where at most constants do: of a rule about an element, of a
  /// condition on another entity, of an older version.
  private var foundation: AccessLevel? {
    let naming = entities.filter { names($0) || policyEntities.contains($0.name) }
    let named = naming.map(shape.access(of:))
    let hidden = models.contains(where: \.hasFoundationValues)
    return highest(named + (typesNeedIt ? [shape.typeAccess] : []) + (hidden ? [.internal] : []))
  }

  private var typesNeedIt: Bool {
    let types =
      shape.model.typeAliases.map(\.type)
      + shape.model.composites.flatMap { $0.elements.filter { $0.typeAlias == nil }.map(\.type) }
    return hasTypes && types.contains(where: SwiftType.needsFoundation)
  }

  private func highest(_ levels: [AccessLevel]) -> AccessLevel? {
    levels.max { $0.rank < $1.rank }
  }

  /// A Boolean value that says whether the name of an attribute's type stands
  /// in the code: an alias's name stands there instead, but not in a default.
  private static func isNamed(_ attribute: AttributeDescription) -> Bool {
    guard SwiftType.needsFoundation(attribute.type) else { return false }
    return attribute.typeAlias == nil || attribute.defaultValue != nil
  }

  private func names(_ entity: EntityDescription) -> Bool {
    // With the parents', since the initialiser takes inherited values as well.
    shape.lineage(of: entity).contains { ancestor in
      ancestor.attributes.contains(where: Self.isNamed)
        || ancestor.fetchTemplates.contains { template in
          template.parameters.contains { SwiftType.needsFoundation($0.type) }
            || template.result.columns.contains { SwiftType.needsFoundation($0.type) }
        }
    }
  }
}

extension ManagedObjectModel {
  /// A Boolean value that says whether any value is of a type of Foundation's.
  fileprivate var hasFoundationValues: Bool {
    let attributes = entities.flatMap(\.attributes) + composites.flatMap(\.elements)
    return (attributes.map(\.type) + typeAliases.map(\.type))
      .contains { SwiftType.needsFoundation($0) }
  }
}
