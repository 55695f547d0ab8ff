/// An attribute in Swift: its type, its initial value, and the code that reads it from
/// a row.
struct AttributeShape {
  let attribute: AttributeDescription
  let shape: ModelShape

  var name: String { SwiftName.escaped(attribute.name) }

  /// The name as functions of the attribute's class use it.
  private var own: String { SwiftName.own(attribute.name) }

  /// The type without the question mark.
  var baseType: String {
    attribute.typeAlias.map(SwiftName.type) ?? SwiftType.name(of: attribute.type)
  }

  /// True if the property may be nil, as any property of an undefined type may.
  var isOptional: Bool { attribute.isOptional || attribute.type == .undefined }

  /// The type of the property.
  var type: String { isOptional ? baseType + "?" : baseType }

  /// The number of columns that the attribute takes.
  var columnCount: Int { SwiftType.columnCount(of: attribute.type, in: shape) }

  /// The value in a blank object.
  ///
  /// A constant default is the start value if it is cheap to make. `now()`, `uuid()`
  /// and the like are set by the initialiser, since blank objects are made by the
  /// thousand.
  private var start: String {
    if let cheapDefault { return cheapDefault }
    return attribute.isOptional ? "nil" : SwiftType.blank(of: attribute.type, in: shape)
  }

  /// The declaration of a stored property with its start value, without `var`.
  var declaration: String {
    // An optional `var` is nil by default.
    guard !attribute.isOptional || cheapDefault != nil else { return "\(name): \(type)" }
    // If the value spells its type out, the type is not written twice.
    let saysItsType = start.hasPrefix(type + "(") || start.hasPrefix(type + ".")
    if type == "String" || type == "Bool" || saysItsType { return "\(name) = \(start)" }
    return "\(name): \(type) = \(start)"
  }

  /// The model's default if it is cheap to make.
  private var cheapDefault: String? {
    switch attribute.type {
    case .decimal, .date, .data, .uuid, .url, .json, .list, .codable, .transformable: nil
    default: constantDefault
    }
  }

  /// The model's default if it is the same for every object.
  var constantDefault: String? {
    guard case .constant(let value) = attribute.defaultValue else { return nil }
    return SwiftConstant.text(value, as: attribute.type, in: shape)
  }

  /// The default of the initialiser's parameter; nil if the parameter is required.
  var parameterDefault: String? {
    switch attribute.defaultValue {
    case .constant: constantDefault
    case .now: "Date()"
    case .uuid: "UUID()"
    case nil: attribute.isOptional ? "nil" : nil
    }
  }

  /// The expression that reads the attribute.
  ///
  /// - Parameters:
  ///   - row: The name of the row.
  ///   - column: Its first column.
  func read(_ row: String, column: String) -> String {
    let isOptional = attribute.isOptional
    if let transformer = attribute.type.transformer {
      let reader = isOptional ? "optionalTransformed" : "transformed"
      return "\(row).\(reader)(\(column), by: \(transformer).self)"
    }
    switch attribute.type {
    case .composite(let name):
      return "\(SwiftName.type(name))\(isOptional ? ".optional" : "")(\(row), \(column))"
    default:
      let reader = SwiftType.reader(of: attribute.type)
      let optional =
        SwiftType.acronyms.contains(reader)
        ? reader.uppercased() : (reader.prefix(1).uppercased() + reader.dropFirst())
      let name = isOptional ? "optional" + optional : reader
      return "\(row).\(name)(\(column))"
    }
  }

  /// The statement that writes the attribute.
  func write(key: String) -> String {
    if let transformer = attribute.type.transformer {
      return "row.write(\(own), \(key), by: \(transformer).self)"
    }
    return "row.write(\(own), \(key))"
  }
}
