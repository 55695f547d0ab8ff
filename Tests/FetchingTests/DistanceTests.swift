import Foundation
import ModelRuntime
import XCTest

/// The function for the distance between two places.
final class DistanceTests: CatalogTestCase {
  private func fill() throws {
    let places: [(name: String, latitude: Double?, longitude: Double?)] = [
      ("Berlin", 52.52, 13.405), ("Potsdam", 52.39, 13.06), ("Sydney", -33.87, 151.21),
      ("nowhere", nil, 3), ("outside", 91, 0),
      ("North Pole", 90, 180), ("behind the date line", 0, -180.5),
    ]
    for place in places {
      let item = Item(in: context)
      item.name = place.name
      var spot = Spot()
      spot.latitude = place.latitude
      spot.longitude = place.longitude
      item.spot = spot
    }
    Item(in: context).name = "without"
    try context.save()
  }

  func testPlacesNearAPointAreFound() throws {
    try fill()
    let rows: [(format: String, names: [String])] = [
      ("distanceToLocation:fromLocation:(spot, {52.5, 13.4}) < 30000", ["Berlin", "Potsdam"]),
      (
        "distanceToLocation:fromLocation:({spot.latitude, spot.longitude}, {52.5, 13.4}) < 3000",
        ["Berlin"]
      ),
      (
        "distanceToLocation:fromLocation:(spot, {52.5, 13.4}) BETWEEN {16000000, 16200000}",
        ["Sydney"]
      ),
      (
        "distanceToLocation:fromLocation:(spot, spot) == 0",
        ["Berlin", "Potsdam", "Sydney", "North Pole"]
      ),
      ("distanceToLocation:fromLocation:(spot, {90, -180}) < 1", ["North Pole"]),
      (
        "distanceToLocation:fromLocation:(spot, {52.5, 13.4}) == nil",
        ["nowhere", "outside", "behind the date line", "without"]
      ),
    ]
    for (format, names) in rows {
      let predicate = try ObjectPredicate(format: format)
      let found = try context.fetch(FetchRequest<Item>(predicate))
      XCTAssertEqual(found.map(\.name), names, format)
      XCTAssertEqual(found, try context.fetch(Item.all).filtered(by: predicate), format)
    }
    let typed = Item.where {
      .distance(from: ($0.spot.latitude, $0.spot.longitude), to: (52.5, 13.4)) < 3_000
    }
    XCTAssertEqual(try context.fetch(typed).map(\.name), ["Berlin"])
  }

  func testWhatIsNoPlaceIsRefused() throws {
    for format in [
      "distanceToLocation:fromLocation:(name, {1, 2}) < 3",
      "distanceToLocation:fromLocation:(place, {1, 2}) < 3",
      "distanceToLocation:fromLocation:(spot) < 3",
      "distanceToLocation:fromLocation:(spot, {1, 'x'}) < 3",
      "distanceToLocation:fromLocation:(spot, {1, 2, 3}) < 3",
    ] {
      XCTAssertThrowsError(try context.fetch(Item.self, matching: format), format) { error in
        XCTAssertNotNil((error as? ObjectPredicateError)?.location, "\(format): \(error)")
      }
    }
  }
}
