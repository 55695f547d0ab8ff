extension AttributeType {
  /// True if the value is an archive created by a Foundation transformer, such as
  /// `NSSecureUnarchiveFromData`, and not a collection of plain values. Only programs
  /// with the archived class can read it, so the property's type is the archive's
  /// bytes.
  var isArchive: Bool {
    guard case .transformable(_, let transformer?) = self else { return false }
    return transformer.hasPrefix("NS") && archivedCollection == nil
  }

  /// The Swift type that converts the stored bytes to values; nil if the bytes are the
  /// value, or the type is not transformable.
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

  /// Returns the name of the type of a parameter or column.
  static func name(of type: ValueType, in shape: ModelShape) -> String {
    switch type {
    case .attribute(_, let alias?): SwiftName.type(alias)
    case .attribute(let type, nil): name(of: type)
    case .object(let entity): shape.className(entity)
    case .list(let element): "[\(name(of: element, in: shape))]"
    case .optional(let value): "\(name(of: value, in: shape))?"
    }
  }

  /// Returns the value of a type in a blank object.
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

  /// The readers whose names are in capitals if they are part of another name.
  static let acronyms: Set<String> = ["uuid", "url", "json"]

  /// Returns the name of the row's function that reads a value that is not nil.
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

  /// Returns the number of columns that a value occupies; a composite has one for each
  /// element.
  static func columnCount(of type: AttributeType, in shape: ModelShape, depth: Int = 0) -> Int {
    guard case .composite(let name) = type, let composite = shape.composite(name), depth < 16 else {
      return 1
    }
    return composite.elements.reduce(0) {
      $0 + columnCount(of: $1.type, in: shape, depth: depth + 1)
    }
  }

  /// Returns whether the type's name belongs to Foundation or the runtime.
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
