/// A place in a list with sections, as Core Data's index paths are.
public struct ResultPosition: Sendable, Hashable, Comparable {
  /// The number of the section.
  public var section: Int
  /// The place within the section.
  public var item: Int

  /// A place.
  public init(section: Int = 0, item: Int) {
    self.section = section
    self.item = item
  }

  /// A Boolean value that says whether a place comes before another.
  public static func < (one: ResultPosition, other: ResultPosition) -> Bool {
    (one.section, one.item) < (other.section, other.item)
  }
}

extension ResultPosition: CustomStringConvertible {
  /// The numbers, such as `0.2`.
  public var description: String { "\(section).\(item)" }
}

/// A place by section, and by its offset in the list without sections.
struct ListPlace: Hashable {
  var position: ResultPosition
  var offset: Int
}
