import ModelSchema

/// An entity as its template receives it.
struct EntityView {
  let entity: EntityDescription
  let shape: ModelShape
  private let names: EntityNames
  private let properties: [PropertyDescription]

  init(_ entity: EntityDescription, in shape: ModelShape) {
    self.entity = entity
    self.shape = shape
    names = EntityNames(entity, in: shape)
    properties = shape.properties(of: entity)
  }

  func members() throws(GenerationIssue) -> [String: TemplateValue] {
    let functions = try FunctionView.all(of: entity, in: shape)
    let access = shape.access(of: entity)
    let own = entity.properties.map { AccessorView(property: $0, entity: entity, shape: shape) }
    let references = entity.relationships.filter { !$0.isToMany && !$0.isTransient }
    let hasOnlyOne = references.count == 1 && names.level == 0
    let rules = ValidationView(entity: entity, shape: shape, storage: names.storage).lines
    let article = SwiftName.article(names.className)
    return [
      "class": .text(names.className), "article": .text(article),
      "Article": .text(article == "an" ? "An" : "A"), "docs": .texts(docs),
      "access": .text(access.modifier), "isPublic": .boolean(access == .public),
      "modifiers": .text(shape.hasSubentities(entity) ? "" : "final "),
      "superclass": .text(names.superclass), "keysLine": .optional(keysLine),
      "hasKeys": .boolean(!properties.isEmpty && keysLine == nil),
      "hasNoKeys": .boolean(properties.isEmpty), "keys": .texts(keyLines),
      "values": ValuesView.own(of: entity, in: shape).value,
      "snapshot": .text(ValuesView.snapshot(of: entity, in: shape, column: snapshotColumn)),
      "storage": .text(names.storage),
      "transients": .list(own.filter(\.isTransient).map(\.value)),
      "initializer": InitializerView(entity, in: shape)?.value ?? .null,
      "accessors": .list(own.map(\.value)), "isChild": .boolean(names.level > 0),
      "rowOfLevel": .text(names.level > 0 ? "row.level(\(names.level))" : "row"),
      "references": .list(references.map { ["name": .text(SwiftName.escaped($0.name))] }),
      "hasRules": .boolean(!rules.isEmpty), "rules": .texts(rules),
      "hasReferences": .boolean(!references.isEmpty && !hasOnlyOne),
      "onlyReference": hasOnlyOne ? ["name": .text(SwiftName.escaped(references[0].name))] : nil,
      "bindings": .optional(bindings),
      "bindingAttributes": .texts(properties.map(\.deprecationLines).first { !$0.isEmpty } ?? []),
      "paths": .texts(pathLines), "hasPaths": .boolean(!pathLines.isEmpty),
      "hasFunctions": .boolean(!functions.isEmpty),
      "functions": .list(functions.enumerated().map { $1.value(isLater: $0 > 0) }),
      "constant": .text(DescriptionLiteral.constant(entity)),
      "description": .text(
        DescriptionLiteral.entity(entity).text(indentation: 2, column: constantColumn)),
      "lint": LintNote.value(types: [names.className], members: properties.map(\.name)),
      "memberLint": LintNote.value(members: entity.properties.map(\.name)),
      "functionLint": LintNote.value(members: functions.flatMap(\.names)),
      "constantLint": LintNote.value(members: [SwiftName.lowerCamel(entity.name)]),
    ]
  }

  /// Where the description begins.
  private var constantColumn: Int {
    let access = shape.access(of: entity).modifier
    return "  \(access)static let \(DescriptionLiteral.constant(entity)) = ".count
  }

  /// Where the type of the snapshots begins.
  private var snapshotColumn: Int {
    "  \(shape.access(of: entity).modifier)typealias Snapshot = ".count
  }

  private var docs: [String] {
    let lines = SwiftDocumentation.lines(entity.documentation)
    return lines.isEmpty ? ["/// An object of the entity `\(entity.name)`."] : lines
  }

}

extension EntityView {
  /// The cases of `Key` where they fit on the line of the enumeration itself.
  private var keysLine: String? {
    guard let line = keyLines.first, keyLines.count == 1 else { return nil }
    let access = shape.access(of: entity).modifier
    let width = "  \(access)enum Key: Int, PropertyKey { \(line) }".count
    return width <= CodeLayout.width ? line : nil
  }

  /// The cases of `Key`, as many on a line as fit.
  private var keyLines: [String] {
    guard !properties.isEmpty else { return [] }
    var names = properties.map { SwiftName.escaped($0.name) }
    // The first line begins two columns further left, with "case ".
    names[0] = "   " + names[0]
    let lines = CodeLayout.filled(names.map(CodeLayout.text), indentation: 6, trailing: 0)
      .split(separator: "\n").map { String($0.dropFirst(6)) }
    return lines.enumerated().map { $0 == 0 ? "case " + $1.dropFirst(3) : "  " + $1 }
  }

  /// The bindings as a list, on one line where they fit; nil for none.
  private var bindings: String? {
    let bound = properties.filter { $0.attribute != nil || $0.relationship != nil }
    guard !bound.isEmpty else { return nil }
    let elements = bound.map { property in
      let name = SwiftName.escaped(property.name)
      return CodeLayout.call(
        ".\(bindingKind(property))(",
        [.text("\\\(names.className).\(name)"), .text("Key.\(name)")])
    }
    return CodeLayout.list(elements).text(indentation: 4, column: 4)
  }

  private func bindingKind(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      attribute.isConstant || attribute.derivation != nil ? "readOnly" : "attribute"
    case .relationship(let relationship) where relationship.isTransient: "attribute"
    case .relationship(let relationship):
      switch (relationship.isToMany, relationship.isOrdered) {
      case (true, true): "ordered"
      case (true, false): "toMany"
      case (false, _): relationship.isOptional ? "toOne" : "requiredToOne"
      }
    case .fetched: "fetched"
    }
  }

  private var pathLines: [String] {
    entity.properties.compactMap { property in
      guard let type = pathType(property) else { return nil }
      let access = AccessorView(property: property, entity: entity, shape: shape).access
      let name = SwiftName.escaped(property.name)
      return
        "\(access.modifier)var \(name): \(type) { self[\(SwiftLiteral.string(property.name))] }"
    }
  }

  private func pathType(_ property: PropertyDescription) -> String? {
    switch property {
    case .attribute(let attribute):
      attribute.type == .undefined ? nil : PathText.type(of: attribute, in: shape)
    case .relationship(let relationship) where relationship.isTransient: nil
    case .relationship(let relationship):
      (relationship.isToMany ? "ToManyPath<" : "Paths<")
        + shape.className(relationship.destinationName) + ">"
    case .fetched: nil
    }
  }
}

/// Types of the typed builder's paths.
enum PathText {
  /// The type of an attribute's path.
  static func type(of attribute: AttributeDescription, in shape: ModelShape) -> String {
    if case .composite(let name) = attribute.type {
      return "CompositePaths<\(SwiftName.escaped(name))>"
    }
    return "ValueExpression<\(AttributeShape(attribute: attribute, shape: shape).baseType)>"
  }
}

extension AccessorView {
  /// Whether it is kept in memory only.
  var isTransient: Bool { property.isTransient }
}
