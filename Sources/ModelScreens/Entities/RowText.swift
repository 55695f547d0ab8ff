/// What a list shows of an object.
public struct RowText: Sendable, Hashable {
  /// The first line, or column.
  public var title: String
  /// The second one; empty where there is none.
  public var subtitle: String

  /// Makes a row's text.
  public init(_ title: String, _ subtitle: String = "") {
    self.title = title
    self.subtitle = subtitle
  }

  /// The text of several values, those that are missing left out.
  public static func joined(_ values: (any FieldValue)?...) -> String {
    values.compactMap { $0?.fieldText }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
