/// Creates the steps of a migration block from an Xcode mapping model.
///
/// Parts of the mapping model that cannot be represented cause a warning with their
/// position in the file.
final class MappingImporter {
  private let document: MappingDocument
  private let old: ManagedObjectModel
  private let new: ManagedObjectModel
  private let diagnostics: ImportDiagnostics
  private let reading: (old: KeyPathRenaming, new: DataModelExporter)
  /// The names of the entity mappings, in order.
  private let names: [String]

  init(
    _ document: MappingDocument, from old: ManagedObjectModel, to new: ManagedObjectModel,
    diagnostics: ImportDiagnostics
  ) {
    (self.document, self.old, self.new, self.diagnostics) = (document, old, new, diagnostics)
    reading = (DataModelExporter(old).reading, DataModelExporter(new))
    var taken: Set<String> = []
    names = document.entityMappings.map { mapping in
      let name = ImportedName.free(MappingImporter.name(of: mapping)) { taken.contains($0) }
      taken.insert(name)
      return name
    }
  }

  /// Returns the name of a mapping, or a default name in Xcode's style, such as
  /// `NoteToAttachment`.
  private static func name(of mapping: MappingDocument.Object) -> String {
    let entities = [mapping.text("sourcename"), mapping.text("destinationname")].compactMap { $0 }
    return mapping.text("name") ?? entities.joined(separator: "To")
  }

  /// Returns the steps, in the order of the mappings.
  func steps() -> [MigrationDescription.Step] {
    warnMissing(document.root, "entitymappings")
    let mappings = zip(document.entityMappings, names).compactMap { object, name in
      mapping(object, named: name)
    }
    return (mappings + unmapped(by: mappings)).map { .mapping($0) }
  }

  /// Returns a mapping for each newer entity that has no mapping. The mappings
  /// create no objects, as in Core Data, while an inferred migration would keep
  /// the older objects of entities with the same name.
  private func unmapped(by mappings: [MappingModel.Entity]) -> [MappingModel.Entity] {
    let mapped = Set(mappings.compactMap(\.destinationName))
    let sources = Set(mappings.compactMap(\.sourceName))
    for entity in old.entities where !sources.contains(entity.name) && !entity.isAbstract {
      warn(
        "no mapping begins at '\(entity.name)', whose objects are dropped, as in Core Data",
        at: document.root.element.offset)
    }
    return new.entities.filter { !mapped.contains($0.name) }.map { entity in
      MappingModel.Entity(
        name: ImportedName.free(entity.name) { name in mappings.contains { $0.name == name } },
        kind: .add, destinationName: entity.name)
    }
  }

  // MARK: Entities

  private static let entityNames: Set<String> = [
    "name", "sourcename", "destinationname", "mappingtypename", "mappingnumber",
    "autogenerateexpression", "sourcefilterpredicatestring", "sourceexpressiondata",
    "migrationpolicyclassname", "userinfodata", "entitynames",
  ]

  private func mapping(_ object: MappingDocument.Object, named name: String) -> MappingModel.Entity?
  {
    warnUnknown(object, Self.entityNames, "the mapping '\(name)'", "")
    for key in ["attributemappings", "relationshipmappings"] { warnMissing(object, key) }
    let (source, destination) = (object.text("sourcename"), object.text("destinationname"))
    guard isKnown(source, "sourcename", in: old, object, name),
      isKnown(destination, "destinationname", in: new, object, name)
    else { return nil }
    guard source != nil || destination != nil else {
      warn("the mapping '\(name)' names no entity and is left out", at: object.element.offset)
      return nil
    }
    var mapping = MappingModel.Entity(
      name: name, kind: .transform, sourceName: source, destinationName: destination,
      predicate: condition(of: object, source, name),
      policyName: object.text("migrationpolicyclassname"),
      userInfo: userInfo(of: object, "the mapping '\(name)'"))
    if let entity = destination.flatMap(new.entity(named:)) {
      addProperties(of: object, entity, source.flatMap(old.entity(named:)), to: &mapping)
    }
    return mapping.ofItsKind
  }

  private func isKnown(
    _ entity: String?, _ key: String, in model: ManagedObjectModel,
    _ object: MappingDocument.Object, _ name: String
  ) -> Bool {
    guard let entity, model.entity(named: entity) == nil else { return true }
    let version = key == "sourcename" ? "older" : "newer"
    warn(
      "the \(version) version has no entity '\(entity)'; the mapping '\(name)' is left out",
      at: object.place(of: key))
    return false
  }

  /// Returns the condition on the older objects, which are referred to as
  /// `old`; nil if all objects are mapped.
  private func condition(
    of object: MappingDocument.Object, _ source: String?, _ name: String
  ) -> ObjectPredicate? {
    let archived =
      object.isTrue("autogenerateexpression") ? nil : object.text("sourceexpressiondata")
    let fetch = archived.flatMap { _ in object.archive("sourceexpressiondata")?.fetchCondition }
    if archived != nil, fetch == nil {
      warn(
        "the objects of the mapping '\(name)' are fetched by an expression that has no form here; "
          + "it maps all of them", at: object.place(of: "sourceexpressiondata"))
    }
    guard let format = fetch ?? object.text("sourcefilterpredicatestring"), let source else {
      return nil
    }
    do {
      let predicate = reading.old.predicate(try ObjectPredicate(format: format), of: source)
      if predicate == .constant(true) { return nil }
      return predicate.rewriting { $0 == .evaluatedObject ? .variable("old") : nil }
    } catch {
      warn(
        "the condition of the mapping '\(name)' cannot be read: \(error.message); it maps all "
          + "objects of '\(source)'", at: object.place(of: "sourcefilterpredicatestring"))
      return nil
    }
  }

  // MARK: Properties

  private static let propertyNames: Set<String> = [
    "name", "sourcekeypath", "sourcemappingname", "autogenerateexpression", "valueexpressiondata",
    "valueexpressionstring", "userinfodata",
  ]

  private func addProperties(
    of object: MappingDocument.Object, _ entity: EntityDescription, _ source: EntityDescription?,
    to mapping: inout MappingModel.Entity
  ) {
    for member in document.members(of: object, "attributemappings") {
      add(member, entity, source, to: &mapping) { $0.attribute != nil }
    }
    for member in document.members(of: object, "relationshipmappings") {
      add(member, entity, source, to: &mapping) { $0.relationship != nil }
    }
    guard let source else { return }
    // Core Data maps only the listed properties, while an inferred migration
    // would find more.
    for property in new.properties(of: entity)
    where property.isStored && mapping.property(named: property.name) == nil
      && Self.isFound(property, in: source, of: old)
    {
      mapping.add(
        MappingModel.Property(property.name, .defaultValue),
        isRelationship: property.relationship != nil)
    }
  }

  /// Returns whether an inferred migration would find an older property for a newer
  /// property.
  static func isFound(
    _ property: PropertyDescription, in source: EntityDescription, of old: ManagedObjectModel
  ) -> Bool {
    let names = [property.storedName, property.renamingIdentifier ?? property.storedName]
    return old.properties(of: source).contains {
      names.contains($0.storedName) || $0.renamingIdentifier.map(names.contains) == true
    }
  }

  private func add(
    _ object: MappingDocument.Object, _ entity: EntityDescription, _ source: EntityDescription?,
    to mapping: inout MappingModel.Entity, _ isOfKind: (PropertyDescription) -> Bool
  ) {
    let title = "'\(object.text("name") ?? "")' of the mapping '\(mapping.name)'"
    warnUnknown(object, Self.propertyNames, title, "; the property goes by its name without it")
    guard
      let property = new.properties(of: entity).first(where: {
        $0.storedName == object.text("name") && isOfKind($0)
      })
    else {
      return warn(
        "'\(entity.name)' has no property for \(title); it is left out",
        at: object.place(of: "name"))
    }
    guard property.isStored else { return }
    guard mapping.property(named: property.name) == nil else {
      return warn("\(title) is mapped twice; the second is left out", at: object.element.offset)
    }
    let value = value(of: object, property, source, title)
    mapping.add(
      MappingModel.Property(property.name, value, userInfo: userInfo(of: object, title)),
      isRelationship: property.relationship != nil)
  }

  /// Returns the source of a property's values: a custom expression, the chosen
  /// mapping and path, or the older property with the same name.
  private func value(
    of object: MappingDocument.Object, _ property: PropertyDescription,
    _ source: EntityDescription?, _ title: String
  ) -> MappingModel.Property.Value {
    if let key = ["valueexpressiondata", "valueexpressionstring"].first(where: {
      object.text($0) != nil
    }) {
      if let expression = expression(of: object) { return value(of: expression, source) }
      warn(
        "the expression for \(title) has no form here; the property goes by its name",
        at: object.place(of: key))
    }
    let path = object.text("sourcekeypath").map(sourceExpression)
    if let name = object.text("sourcemappingname") {
      return through(name, path, object, property, source, title)
    }
    if let path { return value(of: path, source) }
    let own = source.flatMap { source in
      old.properties(of: source).first { $0.storedName == property.storedName && $0.isStored }
    }
    return own.map { .source($0.name) } ?? .defaultValue
  }

  /// Returns the custom expression, which is archived or in predicate format;
  /// nil if it cannot be read.
  private func expression(of object: MappingDocument.Object) -> ObjectExpression? {
    if object.text("valueexpressiondata") != nil {
      return object.archive("valueexpressiondata")?.expression()
    }
    return object.text("valueexpressionstring").flatMap { try? ObjectExpression(format: $0) }
  }

  /// Returns the value for the objects that a mapping created from a
  /// relationship.
  private func through(
    _ name: String, _ path: ObjectExpression?, _ object: MappingDocument.Object,
    _ property: PropertyDescription, _ source: EntityDescription?, _ title: String
  ) -> MappingModel.Property.Value {
    let own = source.flatMap { source in
      old.properties(of: source).first { $0.storedName == property.storedName }?.relationship
    }
    let mapped = zip(names, document.entityMappings).first { $0.0 == name }?.1.text("sourcename")
    guard names.contains(name), path != nil || own?.destinationName == mapped else {
      let what =
        names.contains(name) ? "makes nothing of its objects" : "there is none of that name"
      warn(
        "\(title) goes through the mapping '\(name)', and \(what); the property goes by its name",
        at: object.place(of: "sourcemappingname"))
      if let path { return value(of: path, source) }
      return own.map { .source($0.name) } ?? .defaultValue
    }
    let objects = path ?? .source(own?.name ?? property.name)
    return value(
      of: .destinationInstances(ofMapping: name, for: renamed(objects, source)), nil)
  }

  /// Returns the expression for a path: `$source.a.b`, `$source`, or a path
  /// without the variable.
  private func sourceExpression(_ path: String) -> ObjectExpression {
    var names = path.split(separator: ".").map(String.init)
    if names.first == "$source" || names.first == "source" { names.removeFirst() }
    return names.isEmpty ? .variable("source") : .keyPath(names, of: .variable("source"))
  }

  /// Returns the value of an expression with this model's names, in its
  /// simplest form.
  private func value(
    of expression: ObjectExpression, _ source: EntityDescription?
  ) -> MappingModel.Property.Value {
    let expression = renamed(expression, source)
    if case .function(MappingImporter.byRelationship, let operands) = expression,
      operands.count == 3, operands[0] == .variable("manager")
    {
      // In this language, a relationship already refers to the migrated
      // objects.
      return value(of: operands[2], nil)
    }
    if case .keyPath(let names, .variable("source")) = expression, names.count == 1 {
      return .source(names[0])
    }
    // The other steps of a block have no `$source`, so these paths start with `old`.
    return .expression(
      expression.rewriting { part in
        guard case .keyPath(let names, .variable("source")) = part else { return nil }
        return .keyPath(names, of: .variable("old"))
      })
  }

  /// The function that Core Data uses for the migrated objects of a
  /// relationship.
  static let byRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"

  private func renamed(
    _ expression: ObjectExpression, _ source: EntityDescription?
  ) -> ObjectExpression {
    guard let source else { return expression }
    let own = expression.rewriting { $0 == .variable("source") ? .evaluatedObject : nil }
    return reading.old.expression(own, of: source.name)
      .rewriting { $0 == .evaluatedObject ? .variable("source") : nil }
  }

  // MARK: Diagnostics

  private func userInfo(of object: MappingDocument.Object, _ title: String) -> [String: String] {
    guard object.text("userinfodata") != nil else { return [:] }
    var entries: [String: String] = [:]
    let archived = object.archive("userinfodata")
    for (key, value) in archived?.entries ?? [] { entries[key] = value.text }
    if archived == nil || entries.count != archived?.elements.count {
      warn(
        "the user info of \(title) holds more than texts, which is left out",
        at: object.place(of: "userinfodata"))
    }
    return entries
  }

  /// Warns about attributes of an object that are not known.
  ///
  /// - Parameter loss: The effect of the missing part on the values.
  private func warnUnknown(
    _ object: MappingDocument.Object, _ known: Set<String>, _ title: String, _ loss: String
  ) {
    for name in object.names where !known.contains(name) && object.text(name) != nil {
      warn(
        "'\(name)' of \(title) has no form here and is left out\(loss)",
        at: object.place(of: name))
    }
  }

  private func warnMissing(_ object: MappingDocument.Object, _ name: String) {
    for id in document.missing(of: object, name) {
      warn("'\(name)' names the object '\(id)', which is not there", at: object.element.offset)
    }
  }

  private func warn(_ message: String, at offset: Int) {
    diagnostics.add(.mappingModel, message, at: offset)
  }
}

extension ArchivedValue {
  /// The condition, in predicate format, of an archived fetch of older objects,
  /// or nil for any other expression.
  ///
  /// Xcode writes `FETCH(FUNCTION($manager,
  /// "fetchRequestForSourceEntityNamed:predicateString:", "Note", "image != nil"),
  /// $manager.sourceContext, NO)`.
  fileprivate var fetchCondition: String? {
    for key in ["NSFetchRequest", "NSFetchRequestExpression", "NSOperand", "NSExpression"] {
      guard
        case .function("fetchRequestForSourceEntityNamed:predicateString:", let operands)? =
          self[key]?.expression(), operands.count == 3,
        case .constant(.string(let format)) = operands[2]
      else { continue }
      return format
    }
    return nil
  }
}
