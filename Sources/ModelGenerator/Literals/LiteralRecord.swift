/// A description whose initialiser takes its stored properties, in their order.
///
/// An argument that is equal to the initialiser's default is left out, so that
/// the expression for an attribute is about as long as its declaration in the
/// model.
protocol LiteralRecord: LiteralConvertible {
  /// The initialiser as it is called: by default, the name of the type.
  static var initializer: String { get }
  /// The properties whose arguments come first and have no labels.
  static var unlabelled: [String] { get }
  /// The defaults that are not blank, by property; an empty text for a property
  /// whose argument is always written.
  static var defaults: [String: String] { get }
  /// Returns the label of a property's argument; nil if there is no argument.
  static func label(of property: String) -> String?
}

extension LiteralRecord {
  static var initializer: String { "\(Self.self)" }
  static var unlabelled: [String] { [] }
  static var defaults: [String: String] { [:] }
  static func label(of property: String) -> String? { property }

  var literal: CodeLayout { .call(Self.initializer + "(", arguments()) }

  /// Returns the arguments of the initialiser.
  ///
  /// - Parameters:
  ///   - unlabelled: The properties whose arguments come first.
  ///   - replaced: Other expressions for values that are not left out, by property.
  func arguments(
    unlabelled: [String] = Self.unlabelled, replacing replaced: [String: CodeLayout] = [:]
  ) -> [CodeLayout] {
    var first: [String: CodeLayout] = [:]
    var rest: [CodeLayout] = []
    for case (let property?, let value) in Mirror(reflecting: self).children {
      guard let label = Self.label(of: property) else { continue }
      let value = part(value)
      guard !Self.isLeftOut(property, value) else { continue }
      let layout = replaced[property] ?? value.literal
      if unlabelled.contains(property) {
        first[property] = layout
      } else {
        rest.append(.prefixed("\(label): ", layout))
      }
    }
    return unlabelled.compactMap { first[$0] } + rest
  }

  private static func isLeftOut(_ property: String, _ value: any LiteralConvertible) -> Bool {
    defaults[property].map { value.literal.flat == $0 } ?? value.isBlank
  }
}
