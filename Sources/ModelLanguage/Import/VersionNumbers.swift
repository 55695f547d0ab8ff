/// The name of a version. Names are ordered by the numbers that they contain:
/// `Bank`, `Bank 1.9`, `Bank 1.10`, `Bank 2`.
struct VersionName: Comparable {
  let name: String
  /// The numbers in the name, as digits without leading zeros.
  private let numbers: [Substring]

  init(_ name: String) {
    self.name = name
    numbers = name.split { !($0.isASCII && $0.isNumber) }.map { $0.drop { $0 == "0" } }
  }

  /// The name without its final number, and that number, which is 1 if there is
  /// none; nil if the name does not end with an integer.
  var stemAndNumber: (stem: String, number: Int)? {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let stem = name.dropLast(digits)
    guard stem.last != ".", stem.last != "-" else { return nil }
    let trimmed = String(stem.last == " " ? stem.dropLast() : stem)
    if digits == 0 { return (trimmed, 1) }
    return Int32(name.suffix(digits)).map { (trimmed, Int($0)) }
  }

  static func < (a: VersionName, b: VersionName) -> Bool {
    for (one, other) in zip(a.numbers, b.numbers) where one != other {
      // Without leading zeros, the number with more digits is greater.
      return (one.utf8.count, one) < (other.utf8.count, other)
    }
    return (a.numbers.count, a.name) < (b.numbers.count, b.name)
  }
}

/// The numbers of a bundle's versions.
///
/// The current version is always the last, and the others are ordered by name.
/// Once a version has a number, the number never changes, so a version that is
/// added later does not affect the others.
struct VersionNumbers {
  /// The names of the versions, ending with the current version.
  let names: [String]
  /// The number of each version, by name.
  private(set) var numbers: [String: Int] = [:]

  /// Assigns a number to each version.
  ///
  /// - Parameters:
  ///   - names: The names of all versions.
  ///   - current: The name of the current version.
  ///   - known: The numbers that versions already have, by name.
  init(_ names: [String], current: String, known: [String: Int]) {
    self.names =
      names.filter { $0 != current }.sorted { VersionName($0) < VersionName($1) }
      + [current]
    var taken: Set<Int> = []
    for name in self.names {
      guard let number = known[name], taken.insert(number).inserted else { continue }
      numbers[name] = number
    }
    // The numbers of removed versions are not reused.
    var last = known.values.max() ?? 0
    let own = ownNumbers
    for name in self.names where numbers[name] == nil {
      var number = last + 1
      if let own = own[name], !taken.contains(own), known.isEmpty || own > last { number = own }
      taken.insert(number)
      numbers[name] = number
      last = max(last, number)
    }
  }

  /// The integers at the ends of the names, if they are in order: `Bank`, `Bank
  /// 2`, `Bank 3`.
  private var ownNumbers: [String: Int] {
    let parts = names.compactMap { VersionName($0).stemAndNumber }
    guard parts.count == names.count, Set(parts.map(\.stem)).count == 1,
      zip(parts, parts.dropFirst()).allSatisfy({ $0.number < $1.number })
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(names, parts.map(\.number)))
  }
}
