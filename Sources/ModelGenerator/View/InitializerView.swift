/// The values that templates receive for the initialiser of new objects.
struct InitializerTemplate: TemplateRecord {
  /// The declaration of the initialiser, up to and including the opening brace.
  let signature: String
  /// The name of the parameter for the context.
  let context: String
  /// The statements that set the values of the new object.
  let lines: [String]
  /// The declarations of the parents' initialisers, up to and including the
  /// opening brace. A new object must not be created by them, because they do
  /// not set the properties of the entity itself.
  let inherited: [String]
}

/// The Swift code of the initialiser that creates a new object in a context.
struct InitializerView {
  private let entity: EntityDescription
  private let shape: ModelShape
  private let stored: [(owner: EntityDescription, property: PropertyDescription)]
  /// The names of the initialiser's parameters.
  private let names: Set<String>

  /// Creates the view of an entity. The initialiser returns nil for an abstract
  /// entity, which has no objects of its own.
  init?(_ entity: EntityDescription, in shape: ModelShape) {
    guard !entity.isAbstract else { return nil }
    self.entity = entity
    self.shape = shape
    stored = shape.lineage(of: entity).flatMap { owner in
      owner.properties.filter(\.isGivenAtStart).map { (owner, $0) }
    }
    names = Set(stored.map(\.property.name))
  }

  var template: InitializerTemplate {
    InitializerTemplate(
      signature: signature, context: contextName, lines: stored.map(line) + ["_awake()"],
      inherited: inherited)
  }

  /// The declarations of the initialisers that the class inherits, except for
  /// those with the same parameters as the class's own initialiser, which
  /// overrides them.
  ///
  /// The inherited initialisers must be unavailable. Otherwise, Swift would
  /// prefer one of them to the class's own initialiser if a call gave all of
  /// its arguments and the class's own initialiser had default arguments for
  /// the others.
  private var inherited: [String] {
    let parents = shape.lineage(of: entity).dropLast().compactMap { Self($0, in: shape) }
    return parents.indices.filter { index in
      let count = parents[index].stored.count
      return count < stored.count && !parents[..<index].contains { $0.stored.count == count }
    }.map { parents[$0].signature(access: access, defaults: false) }
  }

  private var contextName: String {
    FetchText.contextParameter(stored.map(\.property.name)).name
  }

  private var signature: String { signature(access: access, defaults: true) }

  private func signature(access: AccessLevel, defaults: Bool) -> String {
    CodeLayout.signature(
      "\(access.modifier)convenience init",
      ["in \(contextName): ManagedObjectContext"]
        + stored.map { parameter($0.property) + (defaults ? start(of: $0.property) : "") },
      " {", indentation: 2)
  }

  /// The access level of the initialiser, which is not more visible than the
  /// class of any parameter.
  private var access: AccessLevel {
    shape.access(
      of: entity, towards: stored.compactMap(\.property.relationship?.destinationName))
  }

  private func parameter(_ property: PropertyDescription) -> String {
    let accessor = AccessorView(property: property, entity: entity, shape: shape)
    return "\(accessor.name): \(accessor.type)"
  }

  /// Returns the default value of a parameter, including the equals sign; empty
  /// if there is none.
  private func start(of property: PropertyDescription) -> String {
    let start: String? =
      switch property {
      case .attribute(let attribute):
        AttributeShape(attribute: attribute, shape: shape).parameterDefault
      case .relationship(let relationship): relationship.isOptional ? "nil" : nil
      case .fetched: nil
      }
    return start.map { " = \($0)" } ?? ""
  }

  private func line(_ owner: EntityDescription, _ property: PropertyDescription) -> String {
    let name = SwiftName.escaped(property.name)
    guard let relationship = property.relationship else {
      return "\(storage(of: owner)).\(name) = \(name)"
    }
    let statement =
      // A constant has no setter, and calling the setter of a deprecated property
      // causes a warning.
      relationship.isConstant || relationship.deprecation != nil
      ? "_relate(Key.\(name), to: \(name))" : "self.\(name) = \(name)"
    // Most objects start without the relationship, and even setting a relationship to
    // nil takes time.
    guard relationship.isOptional else { return statement }
    return "if let \(name) { \(statement) }"
  }

  /// Returns the expression for the property that holds the values. It begins
  /// with `self` if a parameter has the same name.
  private func storage(of owner: EntityDescription) -> String {
    let name = EntityNames(owner, in: shape).storage
    return names.contains(name) ? "self.\(name)" : name
  }
}

extension PropertyDescription {
  /// True if the initialiser has a parameter for the property, which must be
  /// stored in the row and not derived.
  var isGivenAtStart: Bool { isStoredInRow && attribute?.derivation == nil }
}
