extension AttributeType {
  /// True if the value is an archive that a Foundation transformer, such as
  /// `NSSecureUnarchiveFromData`, has created, and is not a collection of plain
  /// values. Because only programs with the archived class can read it, the
  /// value of the property is the archive itself, as data.
  var isArchive: Bool {
    guard case .transformable(_, let transformer?) = self else { return false }
    return transformer.hasPrefix("NS") && archivedCollection == nil
  }

  /// The Swift type that converts the stored bytes to values; nil if the bytes
  /// themselves are the value, or if the type is not transformable.
  var transformer: String? {
    if let archivedCollection { return "FoundationArchive<\(archivedCollection)>" }
    guard case .transformable(_, let transformer?) = self, !isArchive else { return nil }
    return transformer
  }
}

/// The Swift types that correspond to attribute types.
enum SwiftType {
  static func name(of type: AttributeType) -> String {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data,
      .uuid, .url:
      type.name
    case .json: "JSONValue"
    case .undefined: "Any"
    case .enumeration(let name, _), .composite(let name): SwiftName.type(name)
    case .list(let element): "[\(self.name(of: element))]"
    case .transformable where type.isArchive: "Data"
    case .transformable(let name, _): type.archivedCollection ?? name
    case .codable(let name): name
    }
  }

  /// Returns the Swift type of a parameter or a column.
  static func name(of type: ValueType, in shape: ModelShape) -> String {
    switch type {
    case .attribute(_, let alias?): SwiftName.type(alias)
    case .attribute(let type, nil): name(of: type)
    case .object(let entity): shape.className(entity)
    case .list(let element): "[\(name(of: element, in: shape))]"
    case .optional(let value): "\(name(of: value, in: shape))?"
    }
  }

  /// Returns the expression for the value of an attribute in a blank object.
  static func blank(of type: AttributeType, in shape: ModelShape) -> String {
    switch type {
    case .boolean: "false"
    case .int16, .int32, .int64, .float, .double: "0"
    case .decimal: "Decimal()"
    case .string: "\"\""
    case .date: "Date(timeIntervalSinceReferenceDate: 0)"
    case .data: "Data()"
    case .uuid: "UUID.zero"
    case .url: "URL.blank"
    case .json: ".null"
    case .undefined: "nil"
    case .enumeration(let name, _):
      shape.enumeration(name).flatMap { $0.unknownCase ?? $0.cases.first?.name }
        .map { SwiftName.enumerationCase($0, of: name) } ?? ".init()"
    case .composite(let name): "\(SwiftName.type(name))()"
    case .list: "[]"
    case .transformable where type.isArchive: "Data()"
    case .transformable(let name, _): "\(type.archivedCollection ?? name)()"
    case .codable(let name): "\(name)()"
    }
  }

  /// The names of readers that are written in capitals if they are part of
  /// another name.
  static let acronyms: Set<String> = ["uuid", "url", "json"]

  /// Returns the name of the function of `Row` that reads a value which cannot
  /// be nil.
  static func reader(of type: AttributeType) -> String {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data,
      .uuid, .url, .json:
      type.name.lowercased()
    case .undefined: "json"
    case .enumeration: "enumeration"
    case .transformable where type.isArchive: "data"
    case .list, .codable, .transformable, .composite: "coded"
    }
  }

  /// Returns the number of columns that a value occupies. For a composite, it
  /// is the sum for all elements.
  static func columnCount(of type: AttributeType, in shape: ModelShape, depth: Int = 0) -> Int {
    guard case .composite(let name) = type, let composite = shape.composite(name), depth < 16 else {
      return 1
    }
    return composite.elements.reduce(0) {
      $0 + columnCount(of: $1.type, in: shape, depth: depth + 1)
    }
  }

  /// Returns whether the Swift type is declared in Foundation or in the
  /// runtime.
  static func isOfModules(_ type: AttributeType) -> Bool {
    switch type {
    case .decimal, .date, .data, .uuid, .url, .json: true
    case .transformable: type.isArchive || type.isCollectionOfFoundation
    case .list(let element): isOfModules(element)
    case .boolean, .int16, .int32, .int64, .float, .double, .string, .enumeration, .composite,
      .codable, .undefined:
      false
    }
  }
}
