/// A place in a list with sections, like Core Data's index paths.
public struct ResultPosition: Sendable, Hashable, Comparable {
  /// The number of the section.
  public var section: Int
  /// The place within the section.
  public var item: Int

  /// Creates the place of an item in a section, which is the first section by default.
  public init(section: Int = 0, item: Int) {
    self.section = section
    self.item = item
  }

  /// True if the first place comes before the second.
  public static func < (one: ResultPosition, other: ResultPosition) -> Bool {
    (one.section, one.item) < (other.section, other.item)
  }
}

extension ResultPosition: CustomStringConvertible {
  /// The numbers of the section and the item, such as `0.2`.
  public var description: String { "\(section).\(item)" }
}

/// A place by its section, and by its offset in the list without sections.
struct ListPlace: Hashable {
  var position: ResultPosition
  var offset: Int
}
