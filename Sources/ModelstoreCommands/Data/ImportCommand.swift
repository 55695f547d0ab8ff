internal import Foundation
internal import ModelCommands
internal import ModelRuntime
internal import ModelSchema

/// `modelstore import`: adds the objects of an export to a store, all of them
/// or none. They get new IDs.
struct ImportCommand {
  private let store: StoreAccess
  private let path: String
  private let name: String

  init(_ options: CommandOptions) throws {
    path = options.operands[1]
    name = path == "-" ? "standard input" : path
    let exists = FileManager.default.fileExists(atPath: options.operand)
    if !exists, let model = try options.namedModel() {
      store = try StoreAccess(
        PersistentContainer(model, configuration: StoreConfiguration(url: options.file)))
    } else {
      store = try StoreAccess(options, writes: true)
    }
  }

  func run() throws -> Outcome {
    var objects = ImportedObjects(store.context)
    try Self.forEachLine(of: path, called: name) { number, line in objects.add(line, number) }
    objects.link()
    guard objects.problems.isEmpty else {
      throw ImportError(file: name, problems: objects.problems)
    }
    try store.context.save()
    return Outcome(objects.count == 1 ? "imported 1 object" : "imported \(objects.count) objects")
  }

  /// Hands over the lines of a file that are not blank, a piece of the file at
  /// a time.
  static func forEachLine(
    of path: String, called name: String, _ body: (Int, Data) throws -> Void
  ) throws {
    let opened = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let file = opened else {
      throw CommandError("'\(name)' cannot be read: \(FileObstacle.reading(path))")
    }
    var number = 0
    var rest = Data()
    func take(_ line: Data) throws {
      number += 1
      if line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) {
        try body(number, line)
      }
    }
    while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
      rest += piece
      while let end = rest.firstIndex(of: 0x0A) {
        try take(rest[rest.startIndex..<end])
        rest = rest[(end + 1)...]
      }
      rest = Data(rest)
    }
    if !rest.isEmpty { try take(rest) }
  }
}

/// Objects of an export that become objects of a context.
struct ImportedObjects {
  /// Names that an object waits for until all objects are there.
  private struct Link {
    let object: ManagedObject
    let relationship: RelationshipDescription
    let value: JSONTree
    let line: Int
  }

  private let context: ManagedObjectContext
  private var objects: [String: ManagedObject] = [:]
  private var links: [Link] = []
  private(set) var problems: [ImportError.Problem] = []

  /// So many mistakes are told; whoever has more mends these first.
  private static let limit = 100

  init(_ context: ManagedObjectContext) { self.context = context }

  var count: Int { objects.count }

  /// Makes the object of a line.
  mutating func add(_ line: Data, _ number: Int) {
    guard problems.count < Self.limit else { return }
    do {
      guard let tree = try? JSONDecoder().decode(JSONTree.self, from: line),
        case .object(var members) = tree
      else { throw CommandError("this is no object of JSON") }
      guard let id = members.removeValue(forKey: "@id")?.string, let slash = id.lastIndex(of: "/")
      else { throw CommandError("there is no '@id' such as \"Bank/p1\"") }
      guard objects[id] == nil else { throw CommandError("there are two objects '\(id)'") }
      let object = try context.insert(entityName: String(id[..<slash]))
      objects[id] = object
      try fill(object, members, number)
    } catch {
      problems.append(.init(number, "\(error)"))
    }
  }

  private mutating func fill(
    _ object: ManagedObject, _ members: [String: JSONTree], _ number: Int
  ) throws {
    let model = context.model
    let properties = model.entity(named: object.entityName).map(model.properties(of:)) ?? []
    let known = Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      switch known[name] {
      case .attribute(let attribute):
        let read = attribute.type.value(of: value, in: model)
        guard let read else {
          throw CommandError("'\(object.entityName).\(name)' cannot be \(value.abbreviated)")
        }
        try object.setValue(read.value, forKey: name)
      case .relationship(let relationship):
        links.append(Link(object: object, relationship: relationship, value: value, line: number))
      case .fetched, nil:
        let near = nearestWord(to: name, in: known.keys.sorted())
        throw CommandError(
          "'\(object.entityName)' has no property '\(name)'"
            + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
    }
  }

  /// Relates the objects.
  mutating func link() {
    for link in links where problems.count < Self.limit {
      do {
        try relate(link)
      } catch {
        problems.append(.init(link.line, "\(error)"))
      }
    }
    problems.sort { $0.line < $1.line }
  }

  private func relate(_ link: Link) throws {
    let name = link.relationship.name
    guard link.relationship.isToMany else {
      guard link.value != .null else { return }
      return try link.object.setValue(try found(link.value), forKey: name)
    }
    guard let values = link.value.array else {
      throw CommandError("'\(name)' takes a list of IDs, not \(link.value.abbreviated)")
    }
    try link.object.setValue(try values.map(found), forKey: name)
  }

  private func found(_ value: JSONTree) throws -> ManagedObject {
    guard let id = value.string else {
      throw CommandError("\(value.abbreviated) is no ID such as \"Bank/p1\"")
    }
    guard let object = objects[id] else { throw CommandError("there is no object '\(id)'") }
    return object
  }
}

extension JSONTree {
  /// The value in a message.
  var abbreviated: String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

extension AttributeType {
  /// A value, which can be none.
  struct ReadValue {
    let value: Any?
  }

  /// The value that JSON of an export stands for; nil where it is of another
  /// type.
  func value(of json: JSONTree, in model: ManagedObjectModel) -> ReadValue? {
    if json == .null { return ReadValue(value: nil) }
    let value: Any? =
      switch self {
      case .boolean: json.boolean
      case .int16, .int32, .int64: json.integer
      case .float, .double: json.double
      case .decimal: json.decimal
      case .string: json.string
      case .date: json.date
      case .data, .transformable: json.string.flatMap { Data(base64Encoded: $0) }
      case .uuid: json.string.flatMap(UUID.init(uuidString:))
      case .url: json.string.flatMap(URL.init(string:))
      case .json, .codable, .list: json
      case .enumeration(_, let raw): raw.value(of: json, in: model)?.value
      case .composite(let name): Self.composite(name, json, model)
      case .undefined: nil
      }
    return value.map { ReadValue(value: $0) }
  }

  private static func composite(
    _ name: String, _ json: JSONTree, _ model: ManagedObjectModel
  ) -> [String: Any?]? {
    guard case .object(let members) = json, let composite = model.composite(named: name) else {
      return nil
    }
    var values: [String: Any?] = [:]
    for (name, member) in members {
      guard let element = composite.elements.first(where: { $0.name == name }),
        let read = element.type.value(of: member, in: model)
      else { return nil }
      values[name] = .some(read.value)
    }
    return values
  }
}

extension JSONTree {
  fileprivate var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    case .string("nan"): .nan
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  fileprivate var decimal: Decimal? {
    switch self {
    case .string(let text): Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case .integer(let value): Decimal(value)
    case .number(let value): Decimal(string: "\(value)", locale: Locale(identifier: "en_US_POSIX"))
    case .null, .boolean, .array, .object: nil
    }
  }

  fileprivate var date: Date? {
    string.flatMap(ISODate.date) ?? double.map(Date.init(timeIntervalSinceReferenceDate:))
  }
}
