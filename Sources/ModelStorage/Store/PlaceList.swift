/// The places of the members of an ordered relationship.
///
/// Places rise from member to member with gaps between them, as Core Data
/// writes them, so that a member that comes between others needs no new places
/// for the rest.
package enum PlaceList {
  /// The distance between members that are written anew.
  static let step: Int64 = 1024

  /// The place of a member by its index, where all are written anew.
  package static func place(_ index: Int) -> Int64 { Int64(index + 1) * step }

  /// The places to be written so that members stand in an order.
  ///
  /// Members at the beginning and at the end keep places that rise already;
  /// those between them share the gap, and where it is too small, all members
  /// get new places.
  ///
  /// - Parameter known: The places that members have, by key.
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
    // Behind the last there is room without end; elsewhere those between two share the gap.
    let distance = last == places.count ? step : (upper - lower) / Int64(last - first + 1)
    let (room, isTooFar) = Int64(last - first).multipliedReportingOverflow(by: distance)
    guard distance > 0, !isTooFar, !lower.addingReportingOverflow(room).overflow else {
      return members.enumerated().map { ($1, place($0)) }
    }
    return members[first..<last].enumerated().map { ($1, lower + Int64($0 + 1) * distance) }
  }
}
