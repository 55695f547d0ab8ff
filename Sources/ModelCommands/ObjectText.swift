/// Objects in the form in which commands print them.
struct ObjectText {
  let catalog: ScreenCatalog
  let screens: EntityScreens
  let model: ManagedObjectModel
  /// A closure that returns the text for an object at the other end of a
  /// relationship, in place of the object's title; nil if titles are used.
  var handle: ((ManagedObject, EntityScreens) throws -> String)?
  /// True if the objects of all entities are written.
  var isWhole = false

  /// The number of objects that are loaded at the same time.
  static let batchSize = 256

  // MARK: Lines

  /// Returns the object on one line: its ID, its title, and other values.
  func line(_ object: ManagedObject, showing order: [SortKey] = []) -> String {
    let screens = catalog[object.entityName] ?? screens
    let row = screens.row(object, showing: order)
    let id = "p\(object.objectID.key)".padded(to: 6)
    let title = row.title.valueOnOneLine
    return row.subtitle.isEmpty
      ? "\(id) \(title)" : "\(id) \(title.padded(to: 32)) \(row.subtitle.valueOnOneLine)"
  }

  /// Prints an object.
  func write(_ object: ManagedObject, _ call: CommandCall) throws {
    try call.output.write((call.has("--json") ? json(object) : line(object)) + "\n")
  }

  /// Prints objects one at a time, up to the given limit.
  func write(
    _ objects: BatchedObjects, _ call: CommandCall, showing order: [SortKey]
  ) throws {
    let limit = try call.value("--limit").map { text in
      guard let number = Int(text), number >= 0 else {
        throw call.words.usage("'--limit' takes a number, not '\(text)'")
      }
      return number
    }
    let count = min(objects.count, limit ?? .max)
    if call.has("--json") { return try writeJSON(objects, count: count, to: call.output) }
    for place in 0..<count { try call.output.write(line(objects[place], showing: order) + "\n") }
    let shown = count < objects.count ? "\(count) of " : ""
    try call.output.write(
      objects.count == 0 ? "No Results\n" : "\(shown)\(counted(objects.count))\n")
  }

  /// Returns the number of objects with the noun: `1 bank`, `2 banks`.
  func counted(_ count: Int) -> String {
    "\(count) \(count == 1 ? screens.noun.lowercased() : screens.plural.lowercased())"
  }

  /// Returns all fields of an object, with a line for each.
  func page(_ object: ManagedObject) -> String {
    let screens = catalog[object.entityName] ?? screens
    let rows =
      screens.allFields.map { ($0.label, (try? value($0, object)) ?? "") }
      + [("ID", "p\(object.objectID.key)")]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { label, value in
      value.isEmpty ? "\(label)\n" : "\(label.padded(to: width + 2))\(value.valueOnOneLine)\n"
    }.joined()
  }

  private func value(_ field: FormField, _ object: ManagedObject) throws -> String {
    guard field.kind.entityName != nil else { return field.text(object) }
    let titles = try titles(field, object)
    if case .toOne = field.kind { return titles.joined() }
    return NameList.text(titles)
  }

  /// Returns the titles of the objects that a relationship leads to.
  private func titles(_ field: FormField, _ object: ManagedObject) throws -> [String] {
    let screens = field.kind.entityName.flatMap { catalog[$0] }
    var titles = try field.related(object).map { other in
      if let handle, let screens { return try handle(other, screens) }
      return catalog.row(other).title
    }
    if case .toMany(_, isOrdered: false) = field.kind { titles.sortAlphabetically() }
    return titles
  }

  // MARK: JSON

  private func writeJSON(_ objects: BatchedObjects, count: Int, to output: CommandOutput) throws {
    try output.write("[")
    var members: [String: JSONMembers] = [:]
    for place in 0..<count {
      let object = objects[place]
      try output.write((place == 0 ? "\n" : ",\n") + json(object, &members))
    }
    try output.write("\n]\n")
  }

  /// The JSON members of an entity's objects, which are determined once for all
  /// of them.
  private struct JSONMembers {
    let idKey: String
    /// The fields, each with a flag that is true if its value may be null.
    let fields: [(field: FormField, isOptional: Bool)]
  }

  /// Returns the object as JSON on one line.
  func json(_ object: ManagedObject) throws -> String {
    var members: [String: JSONMembers] = [:]
    return try json(object, &members)
  }

  private func json(
    _ object: ManagedObject, _ known: inout [String: JSONMembers]
  ) throws -> String {
    let members = known[object.entityName] ?? self.members(of: object.entityName)
    known[object.entityName] = members
    return JSONText.object(
      [(members.idKey, JSONText.string("p\(object.objectID.key)"))]
        + (try members.fields.map { field, isOptional in
          (field.shortName, try json(field, object, isOptional))
        }))
  }

  private func members(of entityName: String) -> JSONMembers {
    let screens = catalog[entityName] ?? screens
    return JSONMembers(
      idKey: screens.idKey,
      fields: screens.allFields.filter(isWritten).map { field in
        (field, screens.property(of: field, in: model)?.attribute?.isOptional ?? true)
      })
  }

  /// Returns whether the objects that a field leads to have names. In a file
  /// with all entities, these objects must be in the file.
  private func isWritten(_ field: FormField) -> Bool {
    guard isWhole, let others = field.kind.entityName.flatMap({ catalog[$0] }) else { return true }
    return catalog.entities.contains {
      $0.canMake && !$0.isAbstract && isOrInherits($0, from: others)
    }
  }

  private func isOrInherits(_ screens: EntityScreens, from other: EntityScreens) -> Bool {
    sequence(first: screens) { $0.parentName.flatMap { catalog[$0] } }
      .contains { $0.entityName == other.entityName }
  }

  private func json(
    _ field: FormField, _ object: ManagedObject, _ isOptional: Bool
  ) throws -> String {
    switch field.kind {
    case .toMany: return JSONText.array(try titles(field, object).map(JSONText.string))
    case .toOne: return try titles(field, object).first.map(JSONText.string) ?? "null"
    case .number:
      let text = field.text(object)
      if text.isEmpty { return "null" }
      // JSON cannot represent infinite numbers.
      return Double(text)?.isFinite == false ? JSONText.string(text) : text
    case .date(let hasTime):
      let date = field.date(object) ?? ScreenDate.date(field.text(object))
      return date.map { JSONText.string(Self.standardText($0, hasTime: hasTime)) } ?? "null"
    case .choice(let words):
      let text = field.text(object)
      if text.isEmpty { return "null" }
      return words.filter { !$0.isEmpty } == ["no", "yes"]
        ? (text == "yes" ? "true" : "false") : JSONText.string(text)
    case .text, .shown:
      if let json = field.json(object) { return json }
      if let string = field.string { return string(object).map(JSONText.string) ?? "null" }
      let text = field.text(object)
      return text.isEmpty && isOptional ? "null" : JSONText.string(text)
    }
  }

  private static func standardText(_ date: Date, hasTime: Bool) -> String {
    hasTime || !ScreenDate.isDay(date) ? ISODate.shown(date) : ISODate.dayText(date)
  }

  // MARK: Files

  /// Writes objects as CSV, with titles, or as JSON.
  func export(
    _ objects: BatchedObjects, isJSON: Bool, isPlain: Bool, to output: CommandOutput
  ) throws {
    if isJSON { return try writeJSON(objects, count: objects.count, to: output) }
    let fields = screens.allFields.filter { $0.isWritable || $0.isAsked }
    try output.writeData(CSVReader.line(fields.map { screens.title(of: $0) }))
    for place in 0..<objects.count {
      let object = objects[place]
      let texts = try fields.map { field in
        field.kind.entityName == nil ? field.exactText(object) : try value(field, object)
      }
      try output.writeData(CSVReader.line(texts, isPlain: isPlain))
    }
  }

  /// Writes the objects of all entities as JSON, with their IDs for links.
  ///
  /// - Returns: The number of objects.
  func exportAll(_ context: ManagedObjectContext, to output: CommandOutput) throws -> Int {
    var whole = self
    whole.isWhole = true
    whole.handle = { object, _ in "p\(object.objectID.key)" }
    var total = 0
    let entities = catalog.entities.filter { $0.canMake && !$0.isAbstract }
    for (place, screens) in entities.enumerated() {
      try output.write((place == 0 ? "{\n" : ",\n") + JSONText.string(screens.groupWord) + ": [")
      let objects = try screens.source.batches(context, nil, screens.order, Self.batchSize)
      var members: [String: JSONMembers] = [:]
      var count = 0
      for place in 0..<objects.count {
        let object = objects[place]
        // Objects of subentities are written together with their own entity.
        guard object.entityName == screens.entityName else { continue }
        try output.write((count == 0 ? "\n" : ",\n") + whole.json(object, &members))
        count += 1
      }
      try output.write("\n]")
      total += count
    }
    try output.write(entities.isEmpty ? "{}\n" : "\n}\n")
    return total
  }
}
