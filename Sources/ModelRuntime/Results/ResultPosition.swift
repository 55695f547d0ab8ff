/// A position in a list with sections, like an index path in Core Data.
public struct ResultPosition: Sendable, Hashable, Comparable {
  /// The index of the section.
  public var section: Int
  /// The index of the item within the section.
  public var item: Int

  /// Creates the position of an item in a section, which is the first section by
  /// default.
  public init(section: Int = 0, item: Int) {
    self.section = section
    self.item = item
  }

  /// Returns whether the first position precedes the second.
  public static func < (one: ResultPosition, other: ResultPosition) -> Bool {
    (one.section, one.item) < (other.section, other.item)
  }
}

extension ResultPosition: CustomStringConvertible {
  /// The indexes of the section and the item as text, such as `0.2`.
  public var description: String { "\(section).\(item)" }
}

/// A position within a section, together with the offset in the list without
/// sections.
struct ListPlace: Hashable {
  var position: ResultPosition
  var offset: Int
}
