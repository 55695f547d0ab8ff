/// Imports the objects in a CSV or JSON file into a store: new objects are
/// added, and known objects, which are identified by a unique field, are
/// updated.
///
/// Objects come first and links afterwards, so that the objects may be in any
/// order; an object with a required link is created after the object at the
/// other end.
public final class ObjectImport {
  private struct Imported {
    let row: ImportTable.Row
    let object: ManagedObject
    let isNew: Bool
    var isChanged: Bool
  }

  private let catalog: ScreenCatalog
  private let screens: EntityScreens?
  private let context: ManagedObjectContext
  private var imported: [Imported] = []
  /// The objects in the file, by the names that the file uses for them.
  private var known: [String: ManagedObject] = [:]
  private var isWhole = false
  /// The numbers of links whose objects are still missing, by entity.
  private var missing: [String: Int] = [:]
  private var problems: [ImportError.Problem] = []

  /// Creates an import of an entity's objects into a context. The import saves
  /// the context.
  public init(_ entityName: String, of catalog: ScreenCatalog, in context: ManagedObjectContext) {
    self.catalog = catalog
    self.context = context
    screens = catalog[entityName]
  }

  /// Imports a file in one transaction.
  ///
  /// - Parameter name: The name of the file in messages.
  /// - Throws: `ImportError` with all problems, `StoreError`, or
  ///   `ValidationError`. In these cases, nothing is imported.
  public func run(_ bytes: [UInt8], name: String) throws -> ImportReport {
    guard let screens else { return ImportReport() }
    let table = try ImportTable(bytes, name: name, of: screens, in: catalog)
    isWhole = table.isWhole
    do {
      makeObjects(table.rows)
      for place in imported.indices where problems.isEmpty { link(place) }
      guard problems.isEmpty else { throw ImportError(file: name, problems: problems) }
      try context.save()
    } catch {
      let told = catalog.told(error, in: context)
      context.rollback()
      throw told
    }
    var report = ImportReport(
      inserted: imported.count(where: \.isNew),
      updated: imported.count { !$0.isNew && $0.isChanged },
      unchanged: imported.count { !$0.isNew && !$0.isChanged })
    report.isWhole = isWhole
    report.notes = table.notes + missingNotes
    return report
  }

  private var missingNotes: [String] {
    missing.sorted { $0.key < $1.key }.map { plural, count in
      "\(count) \(count == 1 ? "link" : "links") to \(plural) that are not there yet left out; "
        + "importing the \(plural) links them"
    }
  }

  // MARK: Objects

  /// Creates objects until none of the remaining objects can be created.
  private func makeObjects(_ rows: [ImportTable.Row]) {
    var waiting = rows
    while !waiting.isEmpty {
      var failures: [(ImportTable.Row, any Error)] = []
      for row in waiting {
        do { try make(row) } catch { failures.append((row, error)) }
      }
      guard failures.count < waiting.count else {
        problems = failures.map { problem($0, $1) }
        return
      }
      waiting = failures.map(\.0)
    }
  }

  private func problem(_ row: ImportTable.Row, _ error: any Error) -> ImportError.Problem {
    .init(row.line, "\(row.name)\(error)")
  }

  private func make(_ row: ImportTable.Row) throws {
    let (screens, edits) = (row.screens, edits(row))
    let finder = ObjectFinder(catalog: catalog, context: context)
    let unique = row.values.first {
      screens.uniqueNames.contains($0.field.name) && !$0.text.isEmpty
    }
    let object: ManagedObject
    if let unique, let found = try finder.object(unique.text, ofUnique: unique.field.name, screens)
    {
      let changed = row.values.filter {
        $0.field.kind.entityName == nil && $0.field.isWritable && !$0.isThere(in: found)
      }
      let texts = changed.filter { !$0.isEmptyText }.map { ($0.field, $0.text) }
      try edits.apply(texts, to: found, in: context)
      for value in changed where value.isEmptyText { value.field.writeEmpty?(found) }
      imported.append(
        Imported(row: row, object: found, isNew: false, isChanged: !changed.isEmpty))
      object = found
    } else {
      // An empty field means the default of a new object. Optional links are
      // set later.
      let given = row.values.filter { value in
        let isLater = value.field.kind.entityName != nil && value.field.isWritable
        return !value.text.isEmpty && (!isLater || value.field.isNeeded)
      }
      object = try edits.add(given.map { ($0.field, $0.text) }, in: context)
      for value in row.values where value.isNull {
        if value.isEmptyText {
          value.field.writeEmpty?(object)
        } else if !value.field.text(object).isEmpty {
          // A field that cannot be empty keeps its default.
          try? value.field.write?(object, "")
        }
      }
      imported.append(Imported(row: row, object: object, isNew: true, isChanged: false))
    }
    if let id = row.id { known[key(id, screens)] = object }
  }

  // MARK: Links

  private func link(_ place: Int) {
    let (row, object) = (imported[place].row, imported[place].object)
    for value in row.values {
      guard value.field.kind.entityName != nil, value.field.isWritable,
        !imported[place].isNew || !value.text.isEmpty && !value.field.isNeeded
      else { continue }
      do {
        let related = try edits(row).objects(value.text, value.field, in: context)
        guard !value.field.relates(object, to: related) else { continue }
        try value.field.relate?(object, related)
        imported[place].isChanged = true
      } catch {
        problems.append(problem(row, error))
      }
    }
  }

  private func edits(_ row: ImportTable.Row) -> ObjectEdits {
    var edits = ObjectEdits(catalog: catalog, screens: row.screens)
    edits.keepsBlanks = true
    edits.known = { [self] word, others in
      if let object = known[key(word, others)] { return object }
      // An ID in a file with the data of a whole application is not an ID of
      // the store.
      if isWhole, word.first == "p", Int64(word.dropFirst()) != nil {
        throw CommandError("there is no \(others.noun.lowercased()) '\(word)' in the file")
      }
      return nil
    }
    // An object that is created by its name must be recognised when it is
    // imported itself.
    edits.makes = { [self] field, others in
      others.promptedField.map(others.uniqueNames.contains) == true
        || !isLinkedFromThere(field, row.screens, others)
    }
    edits.leavesOut = { [self] field, others in
      guard isLinkedFromThere(field, row.screens, others) else { return false }
      missing[others.plural.lowercased(), default: 0] += 1
      return true
    }
    return edits
  }

  /// Returns whether the link is also contained in the row of the object at its
  /// other end.
  private func isLinkedFromThere(
    _ field: FormField, _ screens: EntityScreens, _ others: EntityScreens
  ) -> Bool {
    guard field.isPicker, !isWhole, others.canMake,
      let inverse = context.model.property(field.name, of: screens.entityName)?.relationship?
        .inverseName
    else { return false }
    return others.allFields.contains {
      $0.name == inverse && $0.kind.entityName != nil && ($0.isWritable || $0.isAsked)
    }
  }

  /// Returns the key for an ID in the file. An entity shares its IDs with all
  /// entities that inherit from it.
  private func key(_ id: String, _ screens: EntityScreens) -> String {
    var root = screens
    while let parent = root.parentName.flatMap({ catalog[$0] }) { root = parent }
    return "\(root.entityName) \(id)"
  }
}

extension ImportTable.Value {
  /// True if the file contains an empty string, and the field allows it.
  fileprivate var isEmptyText: Bool { isText && text.isEmpty && field.writeEmpty != nil }

  /// Returns whether an object already has the value.
  fileprivate func isThere(in object: ManagedObject) -> Bool {
    isEmptyText ? field.string?(object) == "" : field.has(text, in: object)
  }
}

extension FormField {
  /// True if objects cannot be created without a value for the field.
  fileprivate var isNeeded: Bool {
    if case .toOne(_, isOptional: false) = kind { true } else { false }
  }

  /// Returns whether an object already has the value that a string represents.
  fileprivate func has(_ text: String, in object: ManagedObject) -> Bool {
    let own = self.text(object)
    // White space around values other than strings is not written either.
    if own == text || string == nil && own == String(fieldText: text) { return true }
    guard let date = date(object) else { return false }
    return ScreenDate.date(text) == date
  }

  /// Returns whether an object is already linked to exactly the given objects.
  fileprivate func relates(_ object: ManagedObject, to others: [ManagedObject]) -> Bool {
    let related = related(object)
    if case .toMany(_, isOrdered: true) = kind { return related == others }
    return Set(related) == Set(others)
  }
}
