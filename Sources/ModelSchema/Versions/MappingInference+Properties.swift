extension MappingInference {
  /// Infers the source of an attribute's values.
  func infer(
    _ attribute: AttributeDescription, _ old: PropertyDescription?, _ entity: EntityDescription,
    _ source: EntityDescription, _ given: MappingModel.Property.Value?
  ) -> MappingModel.Property {
    let name = attribute.name
    // An expression determines all values, so the older property may have any
    // type.
    if case .expression? = given, let given { return .init(name, given) }
    if given == nil, let expression = assignment(entity, name) {
      return .init(name, .expression(expression))
    }
    guard let old else {
      checkNew(attribute, entity, source, at: name)
      return .init(name, .defaultValue)
    }
    guard let before = old.attribute else {
      report(kindChange(name, entity, source))
      return .init(name, .defaultValue)
    }
    requireValue(attribute, before, entity, source, at: (new: name, old: before.name))
    checkNewElements(attribute, before, entity, source, at: name)
    guard storesOtherwise(before, attribute, entity, at: name) else {
      requireCases(attribute, before, entity, source, at: (new: name, old: before.name))
      requireRange(attribute, before, entity, source, at: (new: name, old: before.name))
      return .init(name, .source(before.name))
    }
    // Core Data infers no conversion, so a mapping or the options must request
    // it.
    let isAsked =
      if case .converted? = given { true } else { options.convertsTypes }
    guard isAsked, before.type.isConvertible(to: attribute.type) else {
      report(typeChange(before, attribute, entity, source))
      return .init(name, .defaultValue)
    }
    requireCases(attribute, before, entity, source, at: (new: name, old: before.name))
    if !before.type.isWidening(to: attribute.type) {
      require(
        .isConvertible(entity: source.name, attribute: before.name, to: attribute.type))
    }
    if attribute.type == .decimal, !attribute.isExact, before.isExact || before.type.isText {
      require(.keepsDigits(entity: source.name, attribute: before.name))
    }
    return .init(name, .converted(before.name))
  }

  /// Requires values if a property or an element was optional and is now
  /// required.
  private func requireValue(
    _ new: AttributeDescription, _ old: AttributeDescription, _ entity: EntityDescription,
    _ source: EntityDescription, at paths: (new: String, old: String)
  ) {
    // A default fills the missing values of old rows, and a derivation is computed for
    // all rows.
    if !new.isOptional, old.mayBeMissing(in: pairs.old), new.defaultValue == nil,
      new.derivation == nil, !new.isBlankComposite(in: pairs.new),
      assignment(entity, paths.new) == nil,
      assigned.elements(of: paths.new, in: entity).isEmpty
    {
      require(.hasValue(entity: source.name, property: paths.old))
    }
    for (element, known) in continuedElements(new, old) {
      requireValue(
        element, known, entity, source,
        at: ("\(paths.new).\(element.name)", "\(paths.old).\(known.name)"))
    }
  }

  /// Requires cases for the values of an attribute and of the elements of a
  /// composite. Even if the raw type is the same, rows may contain values
  /// without a case.
  private func requireCases(
    _ new: AttributeDescription, _ old: AttributeDescription, _ entity: EntityDescription,
    _ source: EntityDescription, at paths: (new: String, old: String)
  ) {
    if let values = pairs.neededValues(old.type, new.type) {
      require(.isCase(entity: source.name, attribute: paths.old, of: new.type, values: values))
    } else {
      let gone = pairs.goneValues(old.type, new.type)
      if !gone.isEmpty {
        require(.noValues(entity: source.name, attribute: paths.old, values: gone))
      }
    }
    for (element, known) in continuedElements(new, old) {
      let path = "\(paths.new).\(element.name)"
      // An assignment by a block replaces the former value.
      guard assignment(entity, path) == nil else { continue }
      requireCases(element, known, entity, source, at: (path, "\(paths.old).\(known.name)"))
    }
  }

  /// Requires that integers fit into a smaller type. Both types are stored in
  /// the same form, so nothing else is required.
  private func requireRange(
    _ new: AttributeDescription, _ old: AttributeDescription, _ entity: EntityDescription,
    _ source: EntityDescription, at paths: (new: String, old: String)
  ) {
    if old.type.isWholeNumber, new.type.isWholeNumber,
      !old.type.scalar.isWidening(to: new.type.scalar)
    {
      require(.isConvertible(entity: source.name, attribute: paths.old, to: new.type))
    }
    for (element, known) in continuedElements(new, old) {
      let path = "\(paths.new).\(element.name)"
      // An assignment by a block replaces the former value.
      guard assignment(entity, path) == nil else { continue }
      requireRange(element, known, entity, source, at: (path, "\(paths.old).\(known.name)"))
    }
  }

  /// Returns the elements of a composite that continue older elements.
  private func continuedElements(
    _ new: AttributeDescription, _ old: AttributeDescription
  ) -> [(new: AttributeDescription, old: AttributeDescription)] {
    guard case .composite(let type) = new.type, case .composite(let before) = old.type else {
      return []
    }
    return pairs.continuedElements(of: type, from: before)
  }

  /// Returns whether old rows without a value for a key path get its default,
  /// which is the same for all rows.
  func isFilled(_ keyPath: String, _ entity: EntityDescription) -> Bool {
    let names = keyPath.split(separator: ".").map(String.init)
    guard let pair = pairs.properties(of: entity).first(where: { $0.new.name == names.first }),
      var new = pair.new.attribute, var old = pair.old?.attribute
    else { return false }
    var mayBeMissing = old.isOptional
    for name in names.dropFirst() {
      guard let next = continuedElements(new, old).first(where: { $0.new.name == name }) else {
        return false
      }
      (new, old) = next
      mayBeMissing = mayBeMissing || old.isOptional
    }
    return mayBeMissing && !new.isOptional && ![nil, .uuid].contains(new.defaultValue)
  }

  /// Reports new elements of a composite that require a value, which older rows do not
  /// have.
  private func checkNewElements(
    _ new: AttributeDescription, _ old: AttributeDescription, _ entity: EntityDescription,
    _ source: EntityDescription, at path: String
  ) {
    guard case .composite(let type) = new.type, case .composite(let before) = old.type else {
      return
    }
    let names = pairs.elements(of: type, from: before)
    let older = pairs.old.composite(named: before)?.elements ?? []
    for element in pairs.new.composite(named: type)?.elements ?? [] {
      let path = "\(path).\(element.name)"
      if let known = older.first(where: { $0.name == names[element.name] }) {
        checkNewElements(element, known, entity, source, at: path)
      } else {
        checkNew(element, entity, source, at: path)
      }
    }
  }

  private func checkNew(
    _ attribute: AttributeDescription, _ entity: EntityDescription, _ source: EntityDescription,
    at path: String
  ) {
    if case .composite(let name) = attribute.type,
      !assigned.elements(of: path, in: entity).isEmpty
    {
      // If a block assigns one element, the other elements also need values.
      for element in pairs.new.composite(named: name)?.elements ?? [] {
        checkNew(element, entity, source, at: "\(path).\(element.name)")
      }
      return
    }
    guard !attribute.isOptional, attribute.defaultValue == nil, attribute.derivation == nil,
      !attribute.isBlankComposite(in: pairs.new), assignment(entity, path) == nil
    else { return }
    report(missingValue(path, attribute.type.name, entity, source))
  }

  /// Returns whether values are stored in a different form, apart from values
  /// that a block assigns.
  private func storesOtherwise(
    _ old: AttributeDescription, _ new: AttributeDescription, _ entity: EntityDescription,
    at path: String
  ) -> Bool {
    // A decimal is stored as text or as a floating-point number, so that the
    // same type has two forms.
    if old.isExact != new.isExact { return true }
    guard case .composite(let one) = old.type, case .composite(let other) = new.type else {
      return old.type.storageName != new.type.storageName
        && !(old.type.isWholeNumber && new.type.isWholeNumber)
    }
    // Elements have their own columns, so new and removed elements are not a
    // conversion.
    return pairs.continuedElements(of: other, from: one).contains { element, before in
      let path = "\(path).\(element.name)"
      return assignment(entity, path) == nil && storesOtherwise(before, element, entity, at: path)
    }
  }

  // MARK: Problems

  func missingValue(
    _ name: String, _ type: String, _ entity: EntityDescription, _ source: EntityDescription
  ) -> MappingDiagnostic {
    MappingDiagnostic(
      kind: .missingValue, entityName: entity.name, propertyName: name,
      message: "'\(entity.name).\(name)' is new and required, and old rows have no value for it",
      cure: "give it a default, make it optional (\(type)?), or assign it in a migration block",
      concernedEntities: [source.name])
  }

  private func typeChange(
    _ old: AttributeDescription, _ new: AttributeDescription, _ entity: EntityDescription,
    _ source: EntityDescription
  ) -> MappingDiagnostic {
    let request =
      old.type.isConvertible(to: new.type)
      ? "set 'convertsTypes' in the migration options to convert its values"
      : "assign it in a migration block"
    return MappingDiagnostic(
      kind: .typeChange, entityName: entity.name, propertyName: new.name,
      message: "'\(entity.name).\(new.name)' is \(new.type.name) now and was \(old.type.name)",
      cure: request, concernedEntities: [source.name])
  }

  func kindChange(
    _ name: String, _ entity: EntityDescription, _ source: EntityDescription
  ) -> MappingDiagnostic {
    MappingDiagnostic(
      kind: .kindChange, entityName: entity.name, propertyName: name,
      message: "'\(entity.name).\(name)' was an attribute and is a relationship now, or the "
        + "other way round",
      cure: "assign it in a migration block, or call it otherwise",
      concernedEntities: [source.name])
  }
}

extension AttributeDescription {
  /// Returns whether rows may have no value for the attribute, or, for a
  /// composite, no value for any of its elements.
  fileprivate func mayBeMissing(in model: ManagedObjectModel) -> Bool {
    guard !isOptional, case .composite(let name) = type else { return isOptional }
    return (model.composite(named: name)?.elements ?? []).allSatisfy {
      $0.mayBeMissing(in: model)
    }
  }

  /// Returns whether the attribute is a composite that may have no values.
  fileprivate func isBlankComposite(in model: ManagedObjectModel) -> Bool {
    guard case .composite(let name) = type else { return false }
    return (model.composite(named: name)?.elements ?? []).allSatisfy {
      $0.isOptional || $0.defaultValue != nil
    }
  }
}

extension AttributeType {
  /// The name of the stored form of the type. Types with the same name need no
  /// conversion.
  package var storageName: String {
    switch self {
    case .enumeration(_, let raw): raw.storageName
    case .composite: "composite"
    case .list(let element): "list of \(element.storageName)"
    case .codable(let name): "codable \(name)"
    // As in Core Data, the bytes of a transformable value are the same for
    // every class.
    case .transformable: "transformable"
    default: name
    }
  }

  /// True if a store keeps the values as integers, which includes Booleans.
  package var isWholeNumber: Bool { scalar.isInteger || scalar == .boolean }

  fileprivate var isText: Bool {
    switch self {
    case .string, .url, .json: true
    case .enumeration(_, let raw): raw.isText
    default: false
    }
  }

  private var storesNumber: Bool { scalar.isNumber || scalar == .boolean }

  /// The number of bits of the integers that a numeric type can represent.
  private var width: Int {
    switch self {
    case .boolean: 1
    case .int16: 16
    case .float: 24
    case .int32: 32
    case .double: 53
    case .enumeration(_, let raw): raw.width
    default: 64
    }
  }

  /// Returns whether at least some values can be converted to another type.
  package func isConvertible(to other: AttributeType) -> Bool {
    if storesNumber || isText || self == .uuid || self == .date, other.isText { return true }
    if storesNumber, other.storesNumber { return true }
    return isText && (other.storesNumber || other == .uuid)
  }

  /// Returns whether every value keeps its meaning as a value of another type.
  package func isWidening(to other: AttributeType) -> Bool {
    // The data determine whether every value has a case.
    if case .enumeration = other { return false }
    if isWholeNumber, other.storesNumber { return width <= other.width }
    switch (self, other) {
    case (.float, .double), (_, .string): return true
    default: return false
    }
  }
}
