/// A value in which the names in a template's tags are looked up.
package enum TemplateValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case text(String)
  case list([TemplateValue])
  case object([String: TemplateValue])

  /// True if a section for the value is left out, because the value is null,
  /// false or an empty list.
  var isFalse: Bool {
    switch self {
    case .null, .boolean(false): true
    case .list(let elements): elements.isEmpty
    default: false
    }
  }

  /// The text that a variable tag writes for the value; empty for lists and
  /// objects.
  var text: String {
    switch self {
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .text(let value): value
    case .null, .list, .object: ""
    }
  }

  /// Returns the member with the given name; nil if the value is not an object or has
  /// no such member.
  func member(_ name: String) -> TemplateValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The names of the members, in ascending order; empty if the value is not an
  /// object.
  var names: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  static func texts(_ texts: [String]) -> TemplateValue { .list(texts.map(TemplateValue.text)) }

  static func optional(_ text: String?) -> TemplateValue { text.map(TemplateValue.text) ?? .null }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }

  package init(integerLiteral value: Int) { self = .integer(value) }

  package init(floatLiteral value: Double) { self = .double(value) }

  package init(nilLiteral: ()) { self = .null }

  package init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }

  /// Creates an object from its members. If a name is repeated, its last value
  /// is used.
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
