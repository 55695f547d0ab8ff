/// A field of a form, which shows and edits a property of an object.
///
/// Generated code creates fields from typed key paths, so the compiler checks names and
/// types. The field itself does not depend on the class: for an object of another
/// class, it is empty when read and has no effect when written.
public struct FormField: Sendable {
  /// The name of the property, or a path such as `details.zip`.
  public var name: String
  /// The label that is shown next to the field.
  public var label: String
  /// The kind of the field, which determines how it is edited.
  public var kind: FieldKind
  /// True if the value of an existing object can be changed.
  public var isWritable: Bool { write != nil || relate != nil }

  /// The name on command lines: the last part of the path, if that is unambiguous.
  package internal(set) var shortName: String

  package var text: @Sendable (ManagedObject) -> String = { _ in "" }
  /// Returns the date of the field; nil if its value is not a date.
  package var date: @Sendable (ManagedObject) -> Date? = { _ in nil }
  /// Returns the value as JSON; nil if its text already represents it completely.
  package var json: @Sendable (ManagedObject) -> String? = { _ in nil }
  /// Returns the string, which can be empty, or nil for a missing value; the closure
  /// itself is nil if the value is not a string.
  package var string: (@Sendable (ManagedObject) -> String?)?
  package var check: @Sendable (String) throws(FieldError) -> Void = { _ in }
  /// Throws if text from a file is not a valid value.
  package var checkExactly: @Sendable (String) throws(FieldError) -> Void = { _ in }
  package var write: (@Sendable (ManagedObject, String) throws -> Void)?
  /// Sets the value from text in a file, keeping the spaces around it.
  package var writeExactly: (@Sendable (ManagedObject, String) throws -> Void)?
  /// Sets an empty string where `write` would set nil; nil if the value is not a
  /// string.
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

  /// Returns the text from which the value can be restored when a file is imported.
  package func exactText(_ object: ManagedObject) -> String {
    guard case .date(let hasTime) = kind, let date = date(object) else { return text(object) }
    return ScreenDate.exactText(date, hasTime: hasTime)
  }

  /// Returns the label for a name, such as `Close date` for `details.closeDate`.
  public static func label(_ name: String) -> String {
    PlainName.words(name.split(separator: ".").last ?? "")
  }
}

/// A value that has its own screen.
package enum WholeValue: Sendable {
  /// Text, shown as lines.
  case text(String)
  /// Bytes, shown as hexadecimal digits.
  case bytes(Data)
}
