/// A field of a form, which shows and edits a property of an object.
///
/// Generated code creates fields from typed key paths, so that the compiler
/// checks names and types. The type of the field does not depend on the class
/// of the objects. For an object of another class, the value is empty, and
/// setting it has no effect.
public struct FormField: Sendable {
  /// The name of the property, or a path such as `details.zip`.
  public var name: String
  /// The label that is shown beside the field.
  public var label: String
  /// The kind of the field, which determines how it is edited.
  public var kind: FieldKind
  /// True if the value of an existing object can be changed.
  public var isWritable: Bool { write != nil || relate != nil }

  /// The name of the field on command lines, which is the last part of its
  /// path, if this is unambiguous.
  package internal(set) var shortName: String

  package var text: @Sendable (ManagedObject) -> String = { _ in "" }
  /// A closure that returns the date of the field; nil if its value is not a
  /// date.
  package var date: @Sendable (ManagedObject) -> Date? = { _ in nil }
  /// A closure that returns the value as JSON; nil if the text of the field
  /// represents the value completely.
  package var json: @Sendable (ManagedObject) -> String? = { _ in nil }
  /// A closure that returns the string of the field, or nil for a missing
  /// value; nil if the values of the field are not strings.
  package var string: (@Sendable (ManagedObject) -> String?)?
  package var check: @Sendable (String) throws(FieldError) -> Void = { _ in }
  /// A closure that checks whether text from a file is a valid value, and
  /// throws an error if it is not.
  package var checkExactly: @Sendable (String) throws(FieldError) -> Void = { _ in }
  package var write: (@Sendable (ManagedObject, String) throws -> Void)?
  /// A closure that sets the value from text in a file, including the spaces
  /// around it; nil if the field is not edited as text.
  package var writeExactly: (@Sendable (ManagedObject, String) throws -> Void)?
  /// A closure that sets an empty string, where `write` would set nil; nil if
  /// the values of the field are not strings.
  package var writeEmpty: (@Sendable (ManagedObject) -> Void)?
  package var related: @Sendable (ManagedObject) -> [ManagedObject] = { _ in [] }
  package var relate: (@Sendable (ManagedObject, [ManagedObject]) throws -> Void)?

  /// A closure that returns the whole value; nil if the text of the field shows
  /// all of it.
  package var whole: @Sendable (ManagedObject) -> WholeValue? = { _ in nil }

  package init(_ name: String, _ label: String?, _ kind: FieldKind) {
    self.name = name
    shortName = Self.lastName(name)
    self.label = label ?? Self.label(name)
    self.kind = kind
  }

  /// Returns the text from which exactly the same value can be created when a
  /// file is imported.
  package func exactText(_ object: ManagedObject) -> String {
    guard case .date(let hasTime) = kind, let date = date(object) else { return text(object) }
    return ScreenDate.exactText(date, hasTime: hasTime)
  }

  /// Returns the label for the name of a property, such as `Close date` for
  /// `details.closeDate`.
  public static func label(_ name: String) -> String {
    PlainName.words(name.split(separator: ".").last ?? "")
  }
}

/// A value that is shown on a screen of its own.
package enum WholeValue: Sendable {
  /// Text, which is shown as lines.
  case text(String)
  /// Bytes, which are shown as hexadecimal digits.
  case bytes(Data)
}
