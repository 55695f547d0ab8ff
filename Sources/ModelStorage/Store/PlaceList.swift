/// The positions of the members of an ordered relationship.
///
/// Positions increase from member to member with gaps in between, as in Core
/// Data, so that inserting a member between others does not change their
/// positions.
package enum PlaceList {
  /// The distance between positions when all members get new positions.
  static let step: Int64 = 1024

  /// Returns the position of the member at an index when all members get new
  /// positions.
  package static func place(_ index: Int) -> Int64 { Int64(index + 1) * step }

  /// Returns the positions to write so that members have the given order.
  ///
  /// Members at the beginning and at the end keep positions that are in order.
  /// The members between them share the gap; if it is too small, all members
  /// get new positions.
  ///
  /// - Parameter known: The current positions of members, by key.
  package static func changes(
    _ members: [Int64], known: [Int64: Int64]
  ) -> [(key: Int64, place: Int64)] {
    let places = members.map { known[$0] }
    var lower: Int64 = 0
    var first = 0
    while first < places.count, let place = places[first], place > lower {
      lower = place
      first += 1
    }
    var upper = Int64.max
    var last = places.count
    while last > first, let place = places[last - 1], place > lower, place < upper {
      upper = place
      last -= 1
    }
    guard first < last else { return [] }
    // After the last member, there is unlimited space; elsewhere, the members
    // share the gap.
    let distance = last == places.count ? step : (upper - lower) / Int64(last - first + 1)
    let (room, isTooFar) = Int64(last - first).multipliedReportingOverflow(by: distance)
    guard distance > 0, !isTooFar, !lower.addingReportingOverflow(room).overflow else {
      return members.enumerated().map { ($1, place($0)) }
    }
    return members[first..<last].enumerated().map { ($1, lower + Int64($0 + 1) * distance) }
  }
}
