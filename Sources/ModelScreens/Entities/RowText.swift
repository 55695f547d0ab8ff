/// The text that represents an object in a list.
public struct RowText: Sendable, Hashable {
  /// The text in the first line or column.
  public var title: String
  /// The text in the second line or column; empty if there is none.
  public var subtitle: String
  /// The end of the subtitle that shows the values by which the object is sorted; empty
  /// if there are none. A narrow row keeps this part when it shortens the subtitle.
  package var reason = ""

  /// Creates the text of a row, by default without a subtitle.
  public init(_ title: String, _ subtitle: String = "") {
    self.title = title
    self.subtitle = subtitle
  }

  /// Returns the text of a value; empty if there is no value.
  public static func text(_ value: some FieldValue) -> String { value.fieldText }

  /// Returns the text of a date with its time of day; empty if there is no date.
  public static func time(_ date: Date?) -> String {
    date.map { ScreenDate.text($0, hasTime: true) } ?? ""
  }

  /// Returns the name of an enumeration case; empty if there is no value.
  public static func text(_ value: (some StoredEnumeration)?) -> String {
    value.map { "\($0)" } ?? ""
  }

  /// Returns the strings that are not empty, separated by commas.
  public static func joined(_ texts: String...) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
