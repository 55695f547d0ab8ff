/// The data of a template, which its tags look names up in.
package enum TemplateValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case text(String)
  case list([TemplateValue])
  case object([String: TemplateValue])

  /// True if a section over the value is left out, as for null, false and the empty
  /// list.
  var isFalse: Bool {
    switch self {
    case .null, .boolean(false): true
    case .list(let elements): elements.isEmpty
    default: false
    }
  }

  /// The text that a variable tag writes; lists and objects have none.
  var text: String {
    switch self {
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .text(let value): value
    case .null, .list, .object: ""
    }
  }

  /// The member of a name; nil if the value is no object or has no such member.
  func member(_ name: String) -> TemplateValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The names of the members, sorted; empty if the value is no object.
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

  /// Creates an object. If a name is repeated, the last value counts.
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
