/// The texts by which a list shows an object.
public struct RowText: Sendable, Hashable {
  /// The first line, or column.
  public var title: String
  /// The second one; empty where there is none.
  public var subtitle: String
  /// The end of the second one by which the object stands where it does; empty where
  /// there is none. It is what stays where not all of it fits.
  package var reason = ""

  /// Makes a row's text.
  public init(_ title: String, _ subtitle: String = "") {
    self.title = title
    self.subtitle = subtitle
  }

  /// The text of a value; empty where there is none.
  public static func text(_ value: some FieldValue) -> String { value.fieldText }

  /// A date with its time of day; empty where there is none.
  public static func time(_ date: Date?) -> String {
    date.map { ScreenDate.text($0, hasTime: true) } ?? ""
  }

  /// The name of a case; empty where there is none.
  public static func text(_ value: (some StoredEnumeration)?) -> String {
    value.map { "\($0)" } ?? ""
  }

  /// Several texts in one, empty ones left out.
  public static func joined(_ texts: String...) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
