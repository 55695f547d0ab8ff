/// An attribute as it is represented in Swift, with its type, its initial
/// value, and the code that reads and writes it.
struct AttributeShape {
  let attribute: AttributeDescription
  let shape: ModelShape

  var name: String { SwiftName.escaped(attribute.name) }

  /// The name of the attribute, as functions of its class refer to it.
  private var own: String { SwiftName.own(attribute.name) }

  /// The Swift type of the property, without a question mark.
  var baseType: String {
    attribute.typeAlias.map(SwiftName.type) ?? SwiftType.name(of: attribute.type)
  }

  /// True if the property can be nil. A property of an undefined type can
  /// always be nil.
  var isOptional: Bool { attribute.isOptional || attribute.type == .undefined }

  /// The Swift type of the property, as source text.
  var type: String { isOptional ? baseType + "?" : baseType }

  /// The number of columns that the attribute occupies.
  var columnCount: Int { SwiftType.columnCount(of: attribute.type, in: shape) }

  /// The expression for the attribute's value in a blank object.
  ///
  /// A constant default is the initial value if it is cheap to create. `now()`,
  /// `uuid()` and similar defaults are set by the initialiser, because blank objects
  /// are created in large numbers.
  private var start: String {
    if let cheapDefault { return cheapDefault }
    return attribute.isOptional ? "nil" : SwiftType.blank(of: attribute.type, in: shape)
  }

  /// The declaration of a stored property with its initial value, without `var`.
  var declaration: String {
    // An optional `var` is nil by default.
    guard !attribute.isOptional || cheapDefault != nil else { return "\(name): \(type)" }
    // If the value names its type, the type is not written a second time.
    let saysItsType = start.hasPrefix(type + "(") || start.hasPrefix(type + ".")
    if type == "String" || type == "Bool" || saysItsType { return "\(name) = \(start)" }
    return "\(name): \(type) = \(start)"
  }

  /// The expression for the model's default value; nil if there is none, or if
  /// creating it is not cheap.
  private var cheapDefault: String? {
    switch attribute.type {
    case .decimal, .date, .data, .uuid, .url, .json, .list, .codable, .transformable: nil
    default: constantDefault
    }
  }

  /// The expression for the model's default value; nil if there is none, or if
  /// it is not the same for every object.
  var constantDefault: String? {
    guard case .constant(let value) = attribute.defaultValue else { return nil }
    return SwiftConstant.text(value, as: attribute.type, in: shape)
  }

  /// The default value of the initialiser's parameter; nil if the parameter is
  /// required.
  var parameterDefault: String? {
    switch attribute.defaultValue {
    case .constant: constantDefault
    case .now: "Date()"
    case .uuid: "UUID()"
    case nil: attribute.isOptional ? "nil" : nil
    }
  }

  /// Returns the expression that reads the attribute from a row.
  ///
  /// - Parameters:
  ///   - row: The expression for the row.
  ///   - column: The expression for the attribute's first column.
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

  /// Returns the statement that writes the attribute to a row.
  func write(key: String) -> String {
    if let transformer = attribute.type.transformer {
      return "row.write(\(own), \(key), by: \(transformer).self)"
    }
    return "row.write(\(own), \(key))"
  }
}
