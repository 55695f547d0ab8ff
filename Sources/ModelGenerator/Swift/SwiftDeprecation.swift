/// The Swift attributes that cause warnings about uses of a deprecated
/// declaration.
enum SwiftDeprecation {
  /// Returns the lines of the attribute with a message; empty if the message is
  /// nil.
  static func lines(_ message: String?, indentation: Int) -> [String] {
    guard let message else { return [] }
    let arguments =
      message.isEmpty
      ? "*, deprecated" : "*, deprecated, message: \(SwiftLiteral.string(message))"
    let flat = "@available(\(arguments))"
    guard indentation + flat.count > CodeLayout.width else { return [flat] }
    return ["@available(", "  \(arguments)", ")"]
  }
}

extension PropertyDescription {
  /// The deprecation message of the property; nil if the property is not
  /// deprecated.
  var deprecation: String? { attribute?.deprecation ?? relationship?.deprecation }

  /// The lines of the deprecation attribute for a member of a class; empty if
  /// the property is not deprecated.
  var deprecationLines: [String] { SwiftDeprecation.lines(deprecation, indentation: 2) }
}
