/// A field of a form, which shows and edits a property of an object.
///
/// Generated code makes fields from typed key paths, so the compiler checks names and
/// types. The field itself is independent of the class: for an object of another class
/// it reads as empty and writes nothing.
public struct FormField: Sendable {
  /// The name of the property, or a path such as `details.zip`.
  public var name: String
  /// The label that people read beside the field.
  public var label: String
  /// The kind of the field, which decides how it is edited.
  public var kind: FieldKind
  /// True if the value of an existing object can be changed.
  public var isWritable: Bool { write != nil || relate != nil }

  /// The name in command lines: the last part of the path if that is unambiguous.
  package internal(set) var shortName: String

  package var text: @Sendable (ManagedObject) -> String = { _ in "" }
  /// Returns the date of the field; nil if its value is not a date.
  package var date: @Sendable (ManagedObject) -> Date? = { _ in nil }
  /// Returns the value as JSON; nil if its text already represents it completely.
  package var json: @Sendable (ManagedObject) -> String? = { _ in nil }
  /// Returns the text, which can be empty, or nil for a missing value; the closure
  /// itself is nil if the value is not a text.
  package var string: (@Sendable (ManagedObject) -> String?)?
  package var check: @Sendable (String) throws(FieldError) -> Void = { _ in }
  /// Checks a text in a file.
  package var checkExactly: @Sendable (String) throws(FieldError) -> Void = { _ in }
  package var write: (@Sendable (ManagedObject, String) throws -> Void)?
  /// Sets the value from a text in a file, keeping the blanks around it.
  package var writeExactly: (@Sendable (ManagedObject, String) throws -> Void)?
  /// Sets an empty text where `write` would set nil; nil if the value is not a text.
  package var writeEmpty: (@Sendable (ManagedObject) -> Void)?
  package var related: @Sendable (ManagedObject) -> [ManagedObject] = { _ in [] }
  package var relate: (@Sendable (ManagedObject, [ManagedObject]) throws -> Void)?

  /// Returns the whole value; nil if `text` already shows all of it.
  package var whole: @Sendable (ManagedObject) -> WholeValue? = { _ in nil }

  package init(_ name: String, _ label: String?, _ kind: FieldKind) {
    self.name = name
    shortName = Self.lastName(name)
    self.label = label ?? Self.label(name)
    self.kind = kind
  }

  /// Returns the text from which a file restores the value.
  package func exactText(_ object: ManagedObject) -> String {
    guard case .date(let hasTime) = kind, let date = date(object) else { return text(object) }
    return ScreenDate.exactText(date, hasTime: hasTime)
  }

  /// Returns the label for a name, such as `Close date` for `details.closeDate`.
  public static func label(_ name: String) -> String {
    PlainName.words(name.split(separator: ".").last ?? "")
  }
}

/// A value that has a screen of its own.
package enum WholeValue: Sendable {
  /// A text, shown in lines.
  case text(String)
  /// Bytes, shown in hexadecimal digits.
  case bytes(Data)
}
