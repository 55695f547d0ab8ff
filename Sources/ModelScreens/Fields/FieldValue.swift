/// A value that is edited as text.
public protocol FieldValue: Sendable {
  /// The way it is edited.
  static var fieldKind: FieldKind { get }
  /// The value of a text.
  ///
  /// - Throws: `FieldError` where it is none.
  init(fieldText: String) throws(FieldError)
  /// The value as text.
  var fieldText: String { get }
}

extension FieldValue {
  /// The value of the text of a file: a text is one with the blanks around it, and
  /// a number may be infinite.
  ///
  /// - Throws: `FieldError` where it is none.
  init(exactText: String) throws(FieldError) {
    // An empty one stands for no value, where there may be none.
    guard !exactText.isEmpty, let value = exactText as? Self ?? Self.infinite(exactText) else {
      self = try Self(fieldText: exactText)
      return
    }
    self = value
  }

  /// The value that a text stands for.
  ///
  /// - Throws: `FieldError` where there is no text, or where it is no such value.
  static func read(
    _ text: String, as what: String, _ value: (String) -> Self?
  ) throws(FieldError) -> Self {
    let text = try text.needed(what)
    guard let value = value(text) else { throw FieldError("'\(text)' is not \(what)") }
    return value
  }

  /// The infinite number of a text, as files have it; nobody types one.
  private static func infinite(_ text: String) -> Self? {
    guard ["inf", "-inf"].contains(text), let number = Double(text) else { return nil }
    return number as? Self ?? Float(number) as? Self
  }
}

extension String: FieldValue {
  /// Any text.
  public static var fieldKind: FieldKind { .text }
  /// The text without blanks around it.
  public init(fieldText: String) {
    self = fieldText.trimmingCharacters(in: .whitespacesAndNewlines)
  }
  /// The text itself.
  public var fieldText: String { self }

  /// The text without blanks around it.
  ///
  /// - Throws: `FieldError` where nothing is left, which says what is needed.
  func needed(_ what: String) throws(FieldError) -> String {
    let text = String(fieldText: self)
    guard !text.isEmpty else { throw FieldError("\(what) is needed") }
    return text
  }
}

extension FixedWidthInteger where Self: FieldValue {
  /// The text of a number.
  public static var fieldKind: FieldKind { .number }

  /// The number of a text.
  ///
  /// - Throws: `FieldError` where it is none, or too great.
  public init(fieldText: String) throws(FieldError) {
    let text = try fieldText.needed("a whole number")
    guard let value = Self(text) else {
      let digits = text.drop { $0 == "-" || $0 == "+" }
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        throw FieldError("'\(text)' is not a whole number")
      }
      throw FieldError("'\(text)' is not between \(Self.min) and \(Self.max)")
    }
    self = value
  }

  /// The number in digits.
  public var fieldText: String { "\(self)" }
}

extension Int: FieldValue {}
extension Int16: FieldValue {}
extension Int32: FieldValue {}
extension Int64: FieldValue {}

extension BinaryFloatingPoint where Self: FieldValue & LosslessStringConvertible {
  /// The text of a number.
  public static var fieldKind: FieldKind { .number }

  /// The number of a text.
  ///
  /// - Throws: `FieldError` where it is none, or is not finite.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a number") { Self($0).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// The number; a whole one without a fraction.
  public var fieldText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Double: FieldValue {}
extension Float: FieldValue {}

extension Decimal: FieldValue {
  /// The text of a number.
  public static var fieldKind: FieldKind { .number }

  /// The number of a text.
  ///
  /// - Throws: `FieldError` where it is none.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a number") {
      Decimal(exactly: $0).flatMap { $0.isNaN ? nil : $0 }
    }
  }

  /// The number with all of its digits.
  public var fieldText: String { "\(self)" }
}

extension Bool: FieldValue {
  /// A choice between no and yes.
  public static var fieldKind: FieldKind { .choice(["no", "yes"]) }

  /// The value of a word.
  ///
  /// - Throws: `FieldError` for anything but yes and no.
  public init(fieldText: String) throws(FieldError) {
    switch String(fieldText: fieldText).lowercased() {
    case "yes", "true", "1": self = true
    case "no", "false", "0": self = false
    case let text: throw FieldError("'\(text)' is neither yes nor no")
    }
  }

  /// Yes or no.
  public var fieldText: String { self ? "yes" : "no" }
}

extension Date: FieldValue {
  /// The text of a day.
  public static var fieldKind: FieldKind { .date(hasTime: false) }

  /// The date of a text.
  ///
  /// - Throws: `FieldError` where it is none.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a day such as May 27, 2012") { ScreenDate.date($0) }
  }

  /// The day; the time of day too where it is not a day's midnight.
  public var fieldText: String { ScreenDate.text(self, hasTime: !ScreenDate.isDay(self)) }
}

extension UUID: FieldValue {
  /// Any text.
  public static var fieldKind: FieldKind { .text }

  /// The UUID of a text.
  ///
  /// - Throws: `FieldError` where it is none.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a UUID") { UUID(uuidString: $0) }
  }

  /// The UUID in hexadecimal digits.
  public var fieldText: String { uuidString }
}

extension URL: FieldValue {
  /// Any text.
  public static var fieldKind: FieldKind { .text }

  /// The URL of a text.
  ///
  /// - Throws: `FieldError` where it is none.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a URL") { URL(string: $0) }
  }

  /// The URL.
  public var fieldText: String { absoluteString }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The words of the value; a choice has an empty one too.
  public static var fieldKind: FieldKind {
    guard case .choice(let words) = Wrapped.fieldKind else { return Wrapped.fieldKind }
    return .choice([""] + words)
  }

  /// The value of a text; nil where it is empty.
  ///
  /// - Throws: `FieldError` where it is none.
  public init(fieldText: String) throws(FieldError) {
    guard !String(fieldText: fieldText).isEmpty else {
      self = .none
      return
    }
    self = try Wrapped(fieldText: fieldText)
  }

  /// The value as text, or an empty text.
  public var fieldText: String { self?.fieldText ?? "" }
}

/// A date with its time of day as a value of a field.
struct DateTime: FieldValue {
  var date: Date

  static var fieldKind: FieldKind { .date(hasTime: true) }

  init(date: Date) { self.date = date }

  init(fieldText: String) throws(FieldError) {
    let text = try fieldText.needed("a time such as May 27, 2012 14:30")
    guard let date = ScreenDate.moment(text) else {
      throw FieldError("'\(text)' is not a time such as May 27, 2012 14:30, 14:30 or +10")
    }
    self.date = date
  }

  var fieldText: String { ScreenDate.text(date, hasTime: true) }
}

/// A case of an enumeration as a value of a field, by its name.
struct EnumerationCase<Value: StoredEnumeration>: FieldValue {
  var value: Value

  static var fieldKind: FieldKind { .choice(Value.allCases.map { "\($0)" }) }

  init(_ value: Value) {
    self.value = value
  }

  init(fieldText: String) throws(FieldError) {
    let text = String(fieldText: fieldText)
    guard let value = Value.allCases.first(where: { "\($0)" == text }) else {
      let names = Value.allCases.map { "\($0)" }.joined(separator: ", ")
      throw FieldError("'\(text)' is none of: \(names)")
    }
    self.value = value
  }

  var fieldText: String { "\(value)" }
}
