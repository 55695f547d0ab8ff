/// The content of an `xcmapping.xml`, by the names that it uses itself.
///
/// It is an XML store of Core Data's, of the objects that Xcode's editor works
/// on: one mapping model, its entity mappings, and property mappings of these.
/// Objects that nothing leads to are left over from editing, and say nothing.
struct MappingDocument {
  /// An object of the store: its attributes and the objects that it leads to.
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

    /// The names of its attributes, in the order of the file.
    var names: [String] { element.children("attribute").compactMap { $0["name"]?.lowercased() } }

    /// The text of an attribute; nil for none, or an empty one.
    func text(_ name: String) -> String? {
      attributes[name].flatMap { $0.text.isEmpty ? nil : $0.text.withoutXMLStoreEscapes }
    }

    func isTrue(_ name: String) -> Bool { text(name) == "1" || text(name) == "true" }

    /// The archive in an attribute; nil where there is none.
    func archive(_ name: String) -> ArchivedValue? {
      text(name).flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
        .flatMap { BinaryPropertyList([UInt8]($0)) }.flatMap { ArchivedValue($0) }
    }

    /// The offset of an attribute, or else of the object.
    func place(of name: String) -> Int { attributes[name]?.offset ?? element.offset }

    func references(_ name: String) -> [String] { references[name] ?? [] }
  }

  /// The mapping model itself.
  let root: Object
  private let objects: [String: Object]

  /// Reads the store; nil where it holds no mapping model.
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

  /// The entity mappings, as they are numbered.
  var entityMappings: [Object] {
    members(of: root, "entitymappings").enumerated().sorted { one, other in
      let numbers = (number(of: one.element), number(of: other.element))
      return (numbers.0, one.offset) < (numbers.1, other.offset)
    }.map(\.element)
  }

  private func number(of mapping: Object) -> Int {
    mapping.text("mappingnumber").flatMap { Int($0) } ?? Int.max
  }

  /// The objects that one leads to; those of an unknown identifier are left out.
  func members(of object: Object, _ name: String) -> [Object] {
    object.references(name).compactMap { objects[$0] }
  }

  /// The identifiers that lead to no object.
  func missing(of object: Object, _ name: String) -> [String] {
    object.references(name).filter { objects[$0] == nil }
  }
}

/// The path of a model in a mapping model: that of a bundle and the version in
/// it, or of a model without versions.
struct MappedModelPath {
  /// The name of the bundle; nil for none.
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
