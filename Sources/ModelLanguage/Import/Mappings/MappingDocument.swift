/// The content of an `xcmapping.xml`, with the names that it uses.
///
/// The file is an XML store of Core Data with the objects of Xcode's editor: a
/// mapping model, its entity mappings, and their property mappings. Unreferenced
/// objects are left over from editing and are ignored.
struct MappingDocument {
  /// An object of the store, with its attributes and references.
  struct Object {
    let element: XMLElementNode
    private let attributes: [String: XMLElementNode]
    private let references: [String: [String]]

    fileprivate init(_ element: XMLElementNode) {
      self.element = element
      attributes = element.children("attribute").firstByKey { $0["name"]?.lowercased() ?? "" }
      references = element.children("relationship").firstByKey { $0["name"]?.lowercased() ?? "" }
        .mapValues { ($0["idrefs"] ?? "").split(separator: " ").map(String.init) }
    }

    var type: String { (element["type"] ?? "").uppercased() }

    /// The names of the object's attributes, in the order of the file.
    var names: [String] { element.children("attribute").compactMap { $0["name"]?.lowercased() } }

    /// Returns the text of an attribute, or nil if it is missing or empty.
    func text(_ name: String) -> String? {
      attributes[name].flatMap { $0.text.isEmpty ? nil : $0.text.withoutXMLStoreEscapes }
    }

    func isTrue(_ name: String) -> Bool { text(name) == "1" || text(name) == "true" }

    /// Returns the archive in an attribute, or nil if there is none.
    func archive(_ name: String) -> ArchivedValue? {
      text(name).flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
        .flatMap { BinaryPropertyList([UInt8]($0)) }.flatMap { ArchivedValue($0) }
    }

    /// Returns the offset of an attribute, or of the object if it has no such
    /// attribute.
    func place(of name: String) -> Int { attributes[name]?.offset ?? element.offset }

    func references(_ name: String) -> [String] { references[name] ?? [] }
  }

  /// The object that represents the mapping model.
  let root: Object
  private let objects: [String: Object]

  /// Reads the store; nil if it contains no mapping model.
  init?(_ database: XMLElementNode) {
    var objects: [String: Object] = [:]
    var root: Object?
    for element in database.children("object") {
      let object = Object(element)
      if object.type == "XDDEVMAPPINGMODEL", root == nil { root = object }
      if let id = element["id"], objects[id] == nil { objects[id] = object }
    }
    guard database.name == "database", let root else { return nil }
    (self.root, self.objects) = (root, objects)
  }

  /// The entity mappings, ordered by number.
  var entityMappings: [Object] {
    members(of: root, "entitymappings").enumerated().sorted { one, other in
      let numbers = (number(of: one.element), number(of: other.element))
      return (numbers.0, one.offset) < (numbers.1, other.offset)
    }.map(\.element)
  }

  private func number(of mapping: Object) -> Int {
    mapping.text("mappingnumber").flatMap { Int($0) } ?? Int.max
  }

  /// Returns the objects that an object refers to, without unknown identifiers.
  func members(of object: Object, _ name: String) -> [Object] {
    object.references(name).compactMap { objects[$0] }
  }

  /// Returns the identifiers that an object refers to but the store does not contain.
  func missing(of object: Object, _ name: String) -> [String] {
    object.references(name).filter { objects[$0] == nil }
  }
}

/// The path of a model in a mapping model, which contains the bundle and the version,
/// or a model without versions.
struct MappedModelPath {
  /// The name of the bundle, or nil for a model without versions.
  let bundle: String?
  let version: String

  init(_ path: String) {
    let parts = path.split(separator: "/").map(String.init)
    let folder = parts.dropLast().last { $0.hasSuffix(".xcdatamodeld") }
    bundle = folder.map { String($0.dropLast(".xcdatamodeld".utf8.count)) }
    let name = parts.last ?? ""
    version =
      name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".utf8.count)) : name
  }
}
