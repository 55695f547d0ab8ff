/// A field of a form: a property of an object, as it is shown and edited.
///
/// A field does not know its class any more; generated code makes it from typed
/// key paths, so that names and types are checked there. Given an object of
/// another class it reads as empty and writes nothing.
public struct FormField: Sendable {
  /// The name of the property, or a path such as `details.zip`.
  public var name: String
  /// The name for people.
  public var label: String
  /// The way it is edited.
  public var kind: FieldKind
  /// A Boolean value that says whether an object can be made without it, and
  /// later have it changed.
  public var isWritable: Bool { write != nil || relate != nil }

  /// The name for command lines, the last part of it where that is enough.
  package internal(set) var shortName: String

  package var text: @Sendable (ManagedObject) -> String = { _ in "" }
  /// The date, where it is one.
  package var date: @Sendable (ManagedObject) -> Date? = { _ in nil }
  /// The value as JSON, where its text is but a description.
  package var json: @Sendable (ManagedObject) -> String? = { _ in nil }
  /// The text, if an empty one, or nil for none; itself nil where the value is no text.
  package var string: (@Sendable (ManagedObject) -> String?)?
  package var check: @Sendable (String) throws(FieldError) -> Void = { _ in }
  /// Checks the text of a file.
  package var checkExactly: @Sendable (String) throws(FieldError) -> Void = { _ in }
  package var write: (@Sendable (ManagedObject, String) throws -> Void)?
  /// Sets the value of the text of a file, a text with the blanks around it.
  package var writeExactly: (@Sendable (ManagedObject, String) throws -> Void)?
  /// Sets an empty text, where `write` sets none; nil where the value is no text.
  package var writeEmpty: (@Sendable (ManagedObject) -> Void)?
  package var related: @Sendable (ManagedObject) -> [ManagedObject] = { _ in [] }
  package var relate: (@Sendable (ManagedObject, [ManagedObject]) throws -> Void)?

  /// The whole value, where `text` is a part of it or its description.
  package var whole: @Sendable (ManagedObject) -> WholeValue? = { _ in nil }

  package init(_ name: String, _ label: String?, _ kind: FieldKind) {
    self.name = name
    shortName = Self.lastName(name)
    self.label = label ?? Self.label(name)
    self.kind = kind
  }

  /// The text from which a file brings the value back.
  package func exactText(_ object: ManagedObject) -> String {
    guard case .date(let hasTime) = kind, let date = date(object) else { return text(object) }
    return ScreenDate.exactText(date, hasTime: hasTime)
  }

  /// The label of a name: `details.closeDate` becomes `Close date`.
  public static func label(_ name: String) -> String {
    PlainName.words(name.split(separator: ".").last ?? "")
  }
}

/// A value that is shown on a screen of its own.
package enum WholeValue: Sendable {
  /// A text, in lines.
  case text(String)
  /// Bytes, sixteen on a line.
  case bytes(Data)
}
