internal import ModelPlatform

/// A location on the earth.
package struct Coordinate {
  private let latitude: Double
  private let longitude: Double

  /// Creates a location from degrees; nil if they are out of range.
  package init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    self.latitude = latitude * .pi / 180
    self.longitude = longitude * .pi / 180
  }

  /// Creates a location from a composite of latitude and longitude, or from a
  /// list of the two; nil if the value is null, a number is missing, or the
  /// degrees are out of range.
  ///
  /// - Throws: `wrongType` for a value of any other form.
  init?(_ value: EvaluatedValue) throws(ObjectPredicateError) {
    let degrees: [EvaluatedValue]
    switch value {
    case .null: return nil
    case .object(let subject):
      degrees = [
        try subject.predicateValue(forKey: "latitude") ?? .null,
        try subject.predicateValue(forKey: "longitude") ?? .null,
      ]
    case .collection(let elements) where elements.count == 2: degrees = elements
    default:
      throw ObjectPredicateError(
        .wrongType("a place", found: value.kindText, expected: "'{latitude, longitude}'"))
    }
    guard let latitude = EvaluatedNumber(degrees[0]), let longitude = EvaluatedNumber(degrees[1])
    else { return nil }
    self.init(latitude: latitude.double, longitude: longitude.double)
  }

  /// Returns the distance along the surface, in metres, on a sphere with the
  /// earth's mean radius. It differs from the true distance by up to half a
  /// percent.
  package func distance(to other: Coordinate) -> Double {
    let (north, east) = (
      sin((other.latitude - latitude) / 2), sin((other.longitude - longitude) / 2)
    )
    let share = north * north + cos(latitude) * cos(other.latitude) * east * east
    return 2 * 6_371_008.8 * asin(min(1, share.squareRoot()))
  }
}
