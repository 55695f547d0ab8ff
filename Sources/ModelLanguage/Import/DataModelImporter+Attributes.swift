extension DataModelImporter {
  /// Reads the attributes of all entities into the descriptions of their properties.
  func readAttributes() {
    for property in entities.flatMap(\.properties) where property.element.name == "attribute" {
      guard var attribute = attribute(property.element, titled: property.title) else { continue }
      attribute.name = property.name
      attribute.columnName = property.columnName
      property.description = .attribute(attribute)
    }
  }

  /// Returns the attribute that an element describes, or nil if it cannot be
  /// used.
  func attribute(_ element: XMLElementNode, titled title: String) -> AttributeDescription? {
    let info = UserInfo(of: element)
    let isTransient = element.isYes("transient") && !element.isYes("derived")
    guard let type = type(of: element, info, titled: title, isTransient: isTransient) else {
      return nil
    }
    var attribute = AttributeDescription(
      name: element["name"] ?? "", documentation: info[.documentation], type: type,
      isOptional: element.isYes("optional"), isTransient: isTransient || type == .undefined)
    attribute.isIndexed = element.isYes("indexed") && type.canBeIndexed && !attribute.isTransient
    attribute.allowsExternalStorage =
      element.isYes("allowsExternalBinaryDataStorage")
      && AttributeKind.external.applies(to: type)
    attribute.preservesValueOnDeletion =
      element.isYes("preserveAfterDeletion") || element.isYes("preservesValueInHistoryOnDeletion")
    attribute.renamingIdentifier = renaming(of: element, named: element["name"] ?? "")
    attribute.versionHashModifier = element.filled("versionHashModifier")
    attribute.isConstant = info[.constant] != nil && !attribute.isTransient
    attribute.isExact = info[.exact] != nil && type == .decimal
    attribute.isSensitive = info[.sensitive] != nil
    attribute.deprecation = info[.deprecated]
    attribute.userInfo = info.entries
    warnScalarType(element, info, type, titled: title)
    attribute.rules = rules(of: element, type, titled: title)
    warnUnreadRules(of: element, info, titled: title)
    attribute.defaultValue = defaultValue(of: element, info, type, titled: title)
    return attribute
  }

  // MARK: Types

  private static let types: [String: AttributeType] = [
    "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal,
    "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date,
    "Binary": .data, "Binary Data": .data, "UUID": .uuid, "URI": .url,
  ]

  private func type(
    of element: XMLElementNode, _ info: UserInfo, titled title: String, isTransient: Bool
  ) -> AttributeType? {
    let name = element["attributeType"] ?? ""
    let place = element.place(of: "attributeType")
    if let type = Self.types[name] { return languageType(info, storedAs: type) ?? type }
    switch name {
    case "Transformable": return transformable(element, info, titled: title)
    case "Composite": return compositeType(of: element, titled: title)
    case "Undefined", "":
      if !isTransient {
        diagnostics.warn(
          .typeNotAllowed, "'\(title)' has no type and is not stored; it is transient here",
          at: place)
      }
      return .undefined
    default:
      let question = Suggestions.question(for: name, among: Self.types.keys.sorted())
      diagnostics.warn(
        .unknownType, "unknown type '\(name)'\(question); '\(title)' is left out", at: place)
      return nil
    }
  }

  /// Warns about a type from mogenerator that differs from the stored type, since the
  /// data model does not define its cases or values.
  private func warnScalarType(
    _ element: XMLElementNode, _ info: UserInfo, _ type: AttributeType, titled title: String
  ) {
    guard let name = info.entries["attributeValueScalarType"], name != type.text,
      type.isNumber || type == .string || type == .boolean, !Self.scalarNames.contains(name)
    else { return }
    diagnostics.add(
      .customType, "'\(title)' was of mogenerator's '\(name)' and is '\(type.text)' here",
      at: element.place(of: "name"),
      fix: "write its cases as 'enum \(name): \(type.text)' in the text of the model, and give "
        + "the attribute that type")
  }

  /// The names of number types in C and Objective-C.
  private static let scalarNames: Set = [
    "BOOL", "bool", "Bool", "int", "short", "long", "long long", "float", "double", "Int",
    "NSInteger", "NSUInteger", "CGFloat", "NSTimeInterval", "TimeInterval", "int16_t", "int32_t",
    "int64_t", "uint16_t", "uint32_t", "uint64_t", "UInt", "UInt16", "UInt32", "UInt64", "Int16",
    "Int32", "Int64", "Float", "Double",
  ]

  /// Returns the type in the language for a type that Core Data stores as
  /// another type, or nil if there is none.
  func languageType(
    _ info: UserInfo, storedAs stored: AttributeType
  ) -> AttributeType? {
    guard let text = info[.type], let type = AttributeType(exported: text),
      type.typeCode == stored.typeCode
    else { return nil }
    return type
  }
}

extension AttributeType {
  /// The class of a transformable attribute if the data model specifies none.
  static let transformableClass = "NSObject"
  /// The transformer of a transformable attribute if the data model specifies
  /// none.
  static let archiver = "NSSecureUnarchiveFromData"

  /// Returns whether a transformer is part of Foundation.
  static func isArchiver(_ name: String) -> Bool { name.hasPrefix("NS") }

  /// Creates the type that an export wrote to user info; nil for any other
  /// string.
  init?(exported text: String) {
    if text == "JSON" {
      self = .json
    } else if text.hasPrefix("Codable<"), text.hasSuffix(">") {
      self = .codable(String(text.dropFirst(8).dropLast()))
    } else if text.hasPrefix("["), text.hasSuffix("]"),
      let element = BuiltinType(rawValue: String(text.dropFirst().dropLast()))?.attributeType,
      element != .json, element != .undefined
    {
      self = .list(element)
    } else {
      return nil
    }
  }

  /// True if values of the type can be indexed.
  var canBeIndexed: Bool {
    if case .composite = self { false } else { true }
  }
}
