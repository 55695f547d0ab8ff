/// A view of an entity, which computes the values that templates receive for
/// it.
///
/// Code is laid out in lines for the column at which it begins in the built-in
/// templates. If a template moves the code, lines can be shorter or longer than
/// necessary.
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

  func template() throws(GenerationDiagnostic) -> EntityTemplate {
    let functions = try FunctionTemplate.all(of: entity, in: shape)
    let access = shape.access(of: entity)
    let own = entity.properties.map { AccessorView(property: $0, entity: entity, shape: shape) }
    let references = entity.relationships.filter { !$0.isToMany && !$0.isTransient }
      .map { EntityTemplate.Reference(name: SwiftName.escaped($0.name)) }
    // A single reference needs no switch. In a child, the parents' references must be
    // considered too.
    let hasOnlyOne = references.count == 1 && names.level == 0
    let rules = ValidationView(entity: entity, shape: shape, storage: names.storage).lines
    let article = SwiftName.article(names.className)
    return EntityTemplate(
      class: names.className, article: article,
      capitalizedArticle: article == "an" ? "An" : "A", docs: docs, access: access.modifier,
      isPublic: access == .public, modifiers: shape.hasSubentities(entity) ? "" : "final ",
      superclass: names.superclass, keys: keys, values: ValuesTemplate(of: entity, in: shape),
      snapshot: ValuesTemplate.snapshot(of: entity, in: shape, column: snapshotColumn),
      storage: names.storage, transients: own.filter(\.isTransient).map(\.template),
      initializer: InitializerView(entity, in: shape)?.template, accessors: own.map(\.template),
      isChild: names.level > 0,
      isIdentifiable: names.level == 0 && Identity(of: entity, in: shape).isThere,
      rowOfLevel: names.level > 0 ? "row.level(\(names.level))" : "row", rules: rules,
      hasRules: !rules.isEmpty, references: references,
      hasReferences: !references.isEmpty && !hasOnlyOne,
      onlyReference: hasOnlyOne ? references[0] : nil, bindings: bindings,
      // A deprecated declaration can refer to other deprecated ones without a warning.
      bindingAttributes: properties.map(\.deprecationLines).first { !$0.isEmpty } ?? [],
      paths: pathLines, hasPaths: !pathLines.isEmpty, functions: functions,
      hasFunctions: !functions.isEmpty, constant: shape.constant(of: entity),
      description: entity.literal.text(indentation: 2, column: constantColumn),
      lint: LintNote.line(types: [names.className], members: properties.map(\.name)),
      memberLint: LintNote.line(members: entity.properties.map(\.name)),
      functionLint: LintNote.line(members: functions.flatMap(\.names)),
      constantLint: LintNote.line(members: [shape.constant(of: entity)]))
  }

  /// The column at which the entity's description begins in the generated code.
  private var constantColumn: Int {
    let access = shape.access(of: entity).modifier
    return "  \(access)static let \(shape.constant(of: entity)) = ".count
  }

  /// The column at which the type of the snapshots begins in the generated
  /// code.
  private var snapshotColumn: Int {
    "  \(shape.access(of: entity).modifier)typealias Snapshot = ".count
  }

  private var docs: [String] {
    let lines = SwiftDocumentation.lines(entity.documentation)
    return lines.isEmpty ? ["/// An object of the entity `\(entity.name)`."] : lines
  }
}

extension EntityView {
  /// The cases of the enumeration `Key`; nil if there are no properties.
  private var keys: EntityTemplate.Keys? {
    let lines = keyLines
    guard let line = lines.first else { return nil }
    let access = shape.access(of: entity).modifier
    let width = "  \(access)enum Key: Int, PropertyKey { \(line) }".count
    return EntityTemplate.Keys(
      line: lines.count == 1 && width <= CodeLayout.width ? line : nil, lines: lines)
  }

  /// The lines of the cases of `Key`, each with as many cases as fit.
  private var keyLines: [String] {
    guard !properties.isEmpty else { return [] }
    var names = properties.map { SwiftName.escaped($0.name) }
    // The first line begins two columns further to the left, with "case ".
    names[0] = "   " + names[0]
    let lines = CodeLayout.filled(names.map(CodeLayout.text), indentation: 6, trailing: 0)
      .split(separator: "\n").map { String($0.dropFirst(6)) }
    return lines.enumerated().map { $0 == 0 ? "case " + $1.dropFirst(3) : "  " + $1 }
  }

  /// The property bindings as an array literal, on one line if it fits; nil if
  /// there are none.
  private var bindings: String? {
    let bound = properties.filter { $0.attribute != nil || $0.relationship != nil }
    guard !bound.isEmpty else { return nil }
    let elements = bound.map { property in
      let name = SwiftName.escaped(property.name)
      return CodeLayout.call(
        ".\(bindingKind(property))(",
        [.text("\\\(names.className).\(name)"), .text("Key.\(name)")])
    }
    return CodeLayout.call("PropertyBinding.list(", elements).text(indentation: 4, column: 4)
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
    let access = shape.access(of: entity).modifier
    let indexes = entity.fullTextIndexes.map { index in
      "\(access)var \(SwiftName.escaped(index.name)): FullTextPath "
        + "{ FullTextPath(self, \(SwiftLiteral.string(index.name))) }"
    }
    return propertyPathLines + indexes
  }

  private var propertyPathLines: [String] {
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
    // A transient property is not stored, so no condition can use it.
    case .relationship(let relationship) where relationship.isToMany:
      "ToManyPath<\(shape.className(relationship.destinationName))>"
    case .relationship(let relationship):
      PathText.optional(
        "Paths<\(shape.className(relationship.destinationName))>", relationship.isOptional)
    case .fetched: nil
    }
  }
}

/// The Swift types of paths for conditions and sort orders.
enum PathText {
  static func type(of attribute: AttributeDescription, in shape: ModelShape) -> String {
    if case .composite(let name) = attribute.type {
      return optional("CompositePaths<\(SwiftName.escaped(name))>", attribute.isOptional)
    }
    let type = AttributeShape(attribute: attribute, shape: shape).baseType
    return optional("ValueExpression<\(type)>", attribute.isOptional)
  }

  /// Returns the type of a path. If the value can be nil, the path can be
  /// continued with `?.`, like the property, or used directly.
  static func optional(_ type: String, _ isOptional: Bool) -> String {
    isOptional ? type + "!" : type
  }
}

extension AccessorView {
  /// True if the property is kept in memory only.
  var isTransient: Bool { property.isTransient }
}
