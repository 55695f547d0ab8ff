/// A type whose values are edited as text.
public protocol FieldValue: Sendable {
  /// The kind of field that edits values of this type.
  static var fieldKind: FieldKind { get }
  /// Creates a value from the text of a field.
  ///
  /// - Throws: `FieldError` if the text is not valid for the type.
  init(fieldText: String) throws(FieldError)
  /// The value as the text of a field.
  var fieldText: String { get }
}

extension FieldValue {
  /// Creates a value from text in a file. In a file, spaces around a string are
  /// significant, and a number can be infinite.
  ///
  /// - Throws: `FieldError` if the text is not valid for the type.
  init(exactText: String) throws(FieldError) {
    // If the type is optional, an empty text means that there is no value.
    guard !exactText.isEmpty, let value = exactText as? Self ?? Self.infinite(exactText) else {
      self = try Self(fieldText: exactText)
      return
    }
    self = value
  }

  /// Returns the value that a closure creates from the given text.
  ///
  /// - Parameters:
  ///   - text: The text of a field.
  ///   - what: A description of the expected input, for error messages.
  ///   - value: A closure that returns the value of the text, or nil if the
  ///     text is not valid.
  /// - Throws: `FieldError` if the text is empty or not valid.
  static func read(
    _ text: String, as what: String, _ value: (String) -> Self?
  ) throws(FieldError) -> Self {
    let text = try text.needed(what)
    guard let value = value(text) else { throw FieldError("'\(text)' is not \(what)") }
    return value
  }

  /// Returns the infinite number that a string represents, which is allowed
  /// only in files; nil if it does not represent one.
  private static func infinite(_ text: String) -> Self? {
    guard ["inf", "-inf"].contains(text), let number = Double(text) else { return nil }
    return number as? Self ?? Float(number) as? Self
  }
}

extension String: FieldValue {
  /// The kind of field that edits strings: `text`.
  public static var fieldKind: FieldKind { .text }
  /// Creates a string without leading and trailing white space.
  public init(fieldText: String) {
    self = fieldText.trimmingCharacters(in: .whitespacesAndNewlines)
  }
  /// The text of a field, which is the string itself.
  public var fieldText: String { self }

  /// Returns the string without leading and trailing white space.
  ///
  /// - Throws: `FieldError`, which describes the expected input, if the text is empty.
  func needed(_ what: String) throws(FieldError) -> String {
    let text = String(fieldText: self)
    guard !text.isEmpty else { throw FieldError("\(what) is needed") }
    return text
  }
}

extension FixedWidthInteger where Self: FieldValue {
  /// The kind of field that edits integers: `number`.
  public static var fieldKind: FieldKind { .number }

  /// Creates a number from text.
  ///
  /// - Throws: `FieldError` if the text is not a number or is out of range.
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

  /// The digits of the number, with its sign.
  public var fieldText: String { "\(self)" }
}

extension Int: FieldValue {}
extension Int16: FieldValue {}
extension Int32: FieldValue {}
extension Int64: FieldValue {}

extension BinaryFloatingPoint where Self: FieldValue & LosslessStringConvertible {
  /// The kind of field that edits floating-point numbers: `number`.
  public static var fieldKind: FieldKind { .number }

  /// Creates a number from text.
  ///
  /// - Throws: `FieldError` if the text is not a finite number.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a number") { Self($0).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// The number as text, without a fraction if it is an integer.
  public var fieldText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Double: FieldValue {}
extension Float: FieldValue {}

extension Decimal: FieldValue {
  /// The kind of field that edits decimals: `number`.
  public static var fieldKind: FieldKind { .number }

  /// Creates a number from text.
  ///
  /// - Throws: `FieldError` if the text is not a number.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a number") {
      Decimal(exactly: $0).flatMap { $0.isNaN ? nil : $0 }
    }
  }

  /// The number as text, with all of its digits.
  public var fieldText: String { "\(self)" }
}

extension Bool: FieldValue {
  /// The kind of field that edits Booleans, which is a choice between the words
  /// `no` and `yes`.
  public static var fieldKind: FieldKind { .choice(["no", "yes"]) }

  /// Creates a Boolean from a word.
  ///
  /// - Throws: `FieldError` for any word other than yes and no.
  public init(fieldText: String) throws(FieldError) {
    switch String(fieldText: fieldText).lowercased() {
    case "yes", "true", "1": self = true
    case "no", "false", "0": self = false
    case let text: throw FieldError("'\(text)' is neither yes nor no")
    }
  }

  /// The word for the Boolean, `yes` or `no`.
  public var fieldText: String { self ? "yes" : "no" }
}

extension Date: FieldValue {
  /// The kind of field that edits dates, which is a date without the time of
  /// day.
  public static var fieldKind: FieldKind { .date(hasTime: false) }

  /// Creates a date from text such as `May 27, 2012`.
  ///
  /// - Throws: `FieldError` if the text is not a date.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a day such as May 27, 2012") { ScreenDate.date($0) }
  }

  /// The day as text, with the time of day unless the date is midnight in UTC.
  public var fieldText: String { ScreenDate.text(self, hasTime: !ScreenDate.isDay(self)) }
}

extension UUID: FieldValue {
  /// The kind of field that edits UUIDs: `text`.
  public static var fieldKind: FieldKind { .text }

  /// Creates a UUID from its text.
  ///
  /// - Throws: `FieldError` if the text is not a UUID.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a UUID") { UUID(uuidString: $0) }
  }

  /// The UUID as text, which consists of hexadecimal digits and dashes.
  public var fieldText: String { uuidString }
}

extension URL: FieldValue {
  /// The kind of field that edits URLs: `text`.
  public static var fieldKind: FieldKind { .text }

  /// Creates a URL from its text.
  ///
  /// - Throws: `FieldError` if the text is not a URL.
  public init(fieldText: String) throws(FieldError) {
    self = try .read(fieldText, as: "a URL") { URL(string: $0) }
  }

  /// The absolute URL as text.
  public var fieldText: String { absoluteString }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The kind of field that edits values of the wrapped type. A choice also
  /// contains an empty word, for nil.
  public static var fieldKind: FieldKind {
    guard case .choice(let words) = Wrapped.fieldKind else { return Wrapped.fieldKind }
    return .choice(words.first == "" ? words : [""] + words)
  }

  /// Creates a value from text. Empty text creates nil.
  ///
  /// - Throws: `FieldError` if the text is not valid for the wrapped type.
  public init(fieldText: String) throws(FieldError) {
    guard !String(fieldText: fieldText).isEmpty else {
      self = .none
      return
    }
    self = try Wrapped(fieldText: fieldText)
  }

  /// The value as text; empty for nil.
  public var fieldText: String { self?.fieldText ?? "" }
}
