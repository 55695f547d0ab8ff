/// Attributes that make Swift warn where something deprecated is used.
enum SwiftDeprecation {
  /// The lines of the attribute; empty if there is no message.
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
  /// The message of its deprecation, or nil.
  var deprecation: String? { attribute?.deprecation ?? relationship?.deprecation }

  /// The attribute of its deprecation as a member of a class.
  var deprecationLines: [String] { SwiftDeprecation.lines(deprecation, indentation: 2) }
}
