/// The command `modelstore import`, which adds the objects of an export to a
/// store, all of them or none. The objects get new IDs.
struct ImportCommand {
  private let store: StoreAccess
  private let path: String
  private let name: String

  init(_ options: CommandOptions) throws {
    path = options.operands[1]
    name = path == "-" ? "standard input" : path
    let exists =
      !options.file.isFileURL || FileManager.default.fileExists(atPath: options.operand)
    if !exists, let model = try options.namedModel() {
      store = try StoreAccess(
        PersistentContainer(model, configuration: StoreConfiguration(url: options.file)))
    } else if !exists {
      throw StoreError(
        .cannotOpen,
        "there is no store '\(options.operand)'; to make one, name its model: '--model'")
    } else {
      store = try StoreAccess(options, writes: true)
    }
  }

  func run() throws -> Outcome {
    // An export may contain any values that were in its store.
    store.context.keepsForeignValues = true
    // Links can refer to later lines, so the lines are read twice.
    let input = try RereadableInput(path, called: name)
    var objects = try ImportedObjects(store)
    try store.context.saveInParts { write in
      func put() throws {
        do {
          try write()
        } catch let error as StoreError {
          // Later objects would fail as well, so the import ends here.
          guard let problem = try objects.problem(error) else { throw error }
          throw ImportError(file: name, problems: objects.problems + [problem])
        }
      }
      func forEachLine(
        _ body: (Data, Int) throws -> Void, part: () throws -> Void
      ) throws {
        try Self.forEachLine(of: input.path, called: name, { try body($1, $0) }, part: part)
      }
      try forEachLine({ try objects.add($0, $1) }, part: put)
      try forEachLine({ try objects.link($0, $1) }, part: put)
      if objects.areContested, objects.problems.isEmpty {
        // A store that receives a save as a whole does not have the objects
        // yet.
        try forEachLine({ try objects.compare($0, $1) }) {
          if !store.context.hasChanges { store.context.reset() }
        }
      }
      try objects.validate()
      guard objects.problems.isEmpty else {
        throw ImportError(file: name, problems: objects.problems)
      }
    }
    return Outcome(
      objects.count == 1 ? "imported 1 object" : "imported \(objects.count) objects",
      json: ["imported": .integer(objects.count)])
  }

  /// Calls a closure with each line of a file that is not blank. The file is
  /// read in pieces.
  ///
  /// - Parameter part: A closure that is called each time the maximum number of
  ///   lines in memory has been passed, and at the end.
  /// - Complexity: O(*n*), where *n* is the number of bytes, however long a
  ///   line is.
  static func forEachLine(
    of path: String, called name: String, pieceSize: Int = 1 << 16,
    _ body: (Int, Data) throws -> Void, part: () throws -> Void
  ) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandError("'\(name)' cannot be read: \(FileObstacle.reading(path))")
    }
    var number = 0
    // Only lines that are not blank are counted, since objects are created from
    // them.
    var count = 0
    var rest = Data()
    func take(_ line: Data) throws {
      number += 1
      guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
      try body(number, line)
      count += 1
      if count % KeyTable.partSize == 0 { try part() }
    }
    while let piece = try file.read(upToCount: pieceSize), !piece.isEmpty {
      // The remainder of earlier pieces contains no line ending, so a long line
      // is searched only once.
      var start = rest.startIndex
      var searched = rest.endIndex
      rest += piece
      while let end = rest[searched...].firstIndex(of: 0x0A) {
        try take(rest[start..<end])
        start = end + 1
        searched = start
      }
      // The remainder is copied only if a line was taken from it.
      if start > rest.startIndex { rest = Data(rest[start...]) }
    }
    if !rest.isEmpty { try take(rest) }
    try part()
  }
}

/// An input that can be read twice. Standard input is kept in a file for this.
private final class RereadableInput {
  let path: String
  private let copy: URL?

  init(_ path: String, called name: String) throws {
    guard path == "-" else {
      (self.path, copy) = (path, nil)
      return
    }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    copy = url
    self.path = url.path(percentEncoded: false)
    // The folder for temporary files is readable by everyone, but the objects
    // must not be.
    let rights: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: self.path, contents: nil, attributes: rights),
      let file = FileHandle(forWritingAtPath: self.path)
    else { throw CommandError("'\(name)' cannot be kept in '\(self.path)'") }
    while let piece = try FileHandle.standardInput.read(upToCount: 1 << 16), !piece.isEmpty {
      try file.write(contentsOf: piece)
    }
    try file.close()
  }

  deinit {
    if let copy { try? FileManager.default.removeItem(at: copy) }
  }
}

/// The objects that an import creates in a store. All objects are created
/// first, then linked.
struct ImportedObjects {
  private let store: StoreAccess
  private var context: ManagedObjectContext { store.context }
  private var places: KeyTable
  private(set) var problems: [ImportError.Problem] = []
  /// True if two lines may contradict each other with regard to the same link.
  private(set) var areContested = false

  /// The maximum number of mistakes that are reported.
  private static let limit = 100

  init(_ store: StoreAccess) throws {
    self.store = store
    places = try KeyTable()
  }

  var count: Int { places.count }

  /// Creates the object of a line, without its links.
  mutating func add(_ line: Data, _ number: Int) throws {
    guard problems.count < Self.limit else { return }
    var known: String?
    do {
      let (id, members) = try Self.members(of: line)
      guard let slash = id.lastIndex(of: "/") else {
        throw CommandError("there is no '@id' such as \"Bank/p1\"")
      }
      known = id
      guard try places.find(id) == nil else {
        throw CommandError("another line has the same '@id'")
      }
      let object = try context.insert(entityName: String(id[..<slash]))
      _ = try places.add(id, object, line: number)
      try fill(object, members)
    } catch let error as SQLiteError {
      throw error
    } catch {
      note("\(error)", number, known)
    }
  }

  /// Adds a mistake that concerns the object of a line.
  private mutating func note(_ message: String, _ line: Int, _ id: String?) {
    problems.append(.init(line, (id.map { "\($0): " } ?? "") + message))
    problems.sort { $0.line < $1.line }
  }

  /// Returns the mistake for the line whose object could not be saved; nil if
  /// the line is not known.
  func problem(_ error: StoreError) throws -> ImportError.Problem? {
    guard let id = error.objectIDs.first, let (word, place) = try places.origin(of: id) else {
      return nil
    }
    return .init(place.line, "\(word): \(error.message)")
  }

  private static func members(
    of line: Data
  ) throws -> (id: String, members: [String: JSONLine]) {
    guard case .object(var members) = try JSONLine(line) else {
      throw CommandError("this is no object of JSON")
    }
    return (members.removeValue(forKey: "@id")?.string ?? "", members)
  }

  private func properties(_ object: ManagedObject) -> [String: PropertyDescription] {
    let model = context.model
    let properties = model.entity(named: object.entityName).map(model.properties(of:)) ?? []
    return Dictionary(first: properties.map { ($0.name, $0) })
  }

  private func fill(_ object: ManagedObject, _ members: [String: JSONLine]) throws {
    let known = properties(object)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      switch known[name] {
      case .attribute(let attribute):
        guard let read = attribute.value(of: value, in: context.model) else {
          throw CommandError("'\(object.entityName).\(name)' cannot be \(value.abbreviated)")
        }
        try object.setValue(read.value, forKey: name)
      case .relationship: continue
      case .fetched, nil:
        throw CommandError(
          "'\(object.entityName)' has no property '\(name)'"
            + nearestQuestion(for: name, in: known.keys.sorted()))
      }
    }
  }

  /// Sets the relationships of a line's object.
  mutating func link(_ line: Data, _ number: Int) throws {
    guard problems.count < Self.limit,
      let (id, members) = try? Self.members(of: line), let place = try places.find(id),
      place.line == number, let object = try object(place)
    else { return }
    let known = properties(object)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let relationship = known[name]?.relationship else { continue }
      do {
        try relate(object, relationship, value)
      } catch let error as SQLiteError {
        throw error
      } catch {
        note("\(error)", number, id)
      }
    }
  }

  private func object(_ place: KeyTable.Place) throws -> ManagedObject? {
    try store.object(place)
  }

  private mutating func relate(
    _ object: ManagedObject, _ relationship: RelationshipDescription, _ value: JSONLine
  ) throws {
    let name = relationship.name
    guard relationship.isToMany || value != .null else { return }
    let values = try Self.ids(relationship, value)
    if relationship.isToMany || isToOne(relationship.inverseName, of: relationship) {
      areContested = true
    }
    let members = try values.map(found)
    do {
      try object.setValue(relationship.isToMany ? members : members.first, forKey: name)
    } catch let error as StoreError where error.reason == .wrongType {
      throw CommandError("'\(object.entityName).\(name)' cannot be \(value.abbreviated)")
    }
  }

  /// Returns the IDs of the objects that a link refers to.
  private static func ids(
    _ relationship: RelationshipDescription, _ value: JSONLine
  ) throws -> [JSONLine] {
    guard relationship.isToMany else { return [value] }
    guard let values = value.array else {
      throw CommandError("'\(relationship.name)' takes a list of IDs, not \(value.abbreviated)")
    }
    if let twice = Dictionary(grouping: values, by: { $0 }).first(where: { $1.count > 1 })?.key {
      throw CommandError("'\(relationship.name)' has \(twice.abbreviated) twice")
    }
    return values
  }

  private func isToOne(_ name: String?, of relationship: RelationshipDescription) -> Bool {
    guard let name, let entity = context.model.entity(named: relationship.destinationName) else {
      return false
    }
    let inverse = context.model.properties(of: entity).first { $0.name == name }
    return inverse?.relationship?.isToMany == false
  }

  /// Compares the links of a line with the links that result from all lines.
  mutating func compare(_ line: Data, _ number: Int) throws {
    guard problems.count < Self.limit, let (id, members) = try? Self.members(of: line),
      let place = try places.find(id), place.line == number, let object = try object(place)
    else { return }
    let known = properties(object)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard value != .null, let relationship = known[name]?.relationship,
        let wanted = try? Self.ids(relationship, value).map(found).map(\.objectID)
      else { continue }
      let made = Self.objects(try object.value(forKey: name)).map(\.objectID)
      guard let other = Set(made).symmetricDifference(wanted).first else { continue }
      let word = try places.origin(of: other)?.word ?? "\(other)"
      note(
        wanted.contains(other)
          ? "'\(name)' has '\(word)', which another line gives away"
          : "'\(name)' lacks '\(word)', which another line puts there", number, id)
    }
  }

  private static func objects(_ value: Any?) -> [ManagedObject] {
    switch value {
    case let object as ManagedObject: [object]
    case let objects as ObjectSet<ManagedObject>: Array(objects)
    case let objects as OrderedObjects<ManagedObject>: Array(objects)
    default: []
    }
  }

  private func found(_ value: JSONLine) throws -> ManagedObject {
    guard let id = value.string else {
      throw CommandError("\(value.abbreviated) is no ID such as \"Bank/p1\"")
    }
    guard let place = try places.find(id), let object = try object(place) else {
      throw CommandError("there is no object '\(id)'")
    }
    return object
  }

  /// Checks the rules of the model after all objects and links have been
  /// created.
  mutating func validate() throws {
    guard problems.isEmpty else { return }
    for (word, place, failure) in try places.failures(in: store) {
      let reason = failure.message.map { ": \($0)" } ?? ""
      note("\(failure.propertyName) \(failure.ruleText)\(reason)", place.line, word)
    }
  }
}
