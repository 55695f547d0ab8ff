/// A collection of plain values whose type is the class name of a transformable
/// attribute: `[Int64]`, `[String: [Date]]`, `Set<UUID>`.
///
/// Foundation archives such a value as arrays, sets, dictionaries, strings,
/// numbers, dates and data, whose format is the same on all systems.
struct ArchivedCollection {
  /// The type in Swift.
  let type: String
  /// True if the type of an element is declared in Foundation.
  let needsFoundation: Bool

  /// Parses a class name; nil if the class is not a collection of plain values.
  init?(_ text: String) {
    var needsFoundation = false
    let type = TypeNameReader.type(text[...], keys: ["String"]) { path in
      guard path.count == 1, let type = Self.scalars[path[0]] else { return nil }
      if ["Date", "Data", "UUID", "URL"].contains(type) { needsFoundation = true }
      return type
    }
    guard let type, type.hasPrefix("[") || type.hasPrefix("Set<") else { return nil }
    (self.type, self.needsFoundation) = (type, needsFoundation)
  }

  private static let scalars: [String: String] = {
    let own = [
      "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
      "Float", "Double", "Date", "Data", "UUID", "URL",
    ]
    let classes = [
      "NSString": "String", "NSDate": "Date", "NSData": "Data", "NSUUID": "UUID", "NSURL": "URL",
    ]
    return classes.merging(own.map { ($0, $0) }) { one, _ in one }
  }()
}

extension AttributeType {
  /// The Swift type of a transformable attribute that Foundation archives and
  /// whose class is a collection of plain values; nil for any other attribute.
  package var archivedCollection: String? { collection?.type }

  /// True if the type is a collection with elements of a Foundation type.
  package var isCollectionOfFoundation: Bool { collection?.needsFoundation ?? false }

  private var collection: ArchivedCollection? {
    guard case .transformable(let name, let transformer?) = self, transformer.hasPrefix("NS") else {
      return nil
    }
    return ArchivedCollection(name)
  }
}
