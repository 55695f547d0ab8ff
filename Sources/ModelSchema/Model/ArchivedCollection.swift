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
    var reader = Reader(rest: text.filter { $0 != " " }[...])
    guard let type = reader.type(0), reader.rest.isEmpty, reader.isCollection else { return nil }
    self.type = type
    needsFoundation = reader.needsFoundation
  }

  private struct Reader {
    var rest: Substring
    var isCollection = false
    var needsFoundation = false

    mutating func type(_ depth: Int) -> String? {
      guard depth < 8 else { return nil }
      if takes("[") {
        guard let element = type(depth + 1) else { return nil }
        isCollection = true
        if takes("]") { return "[\(element)]" }
        guard element == "String", takes(":"), let value = type(depth + 1), takes("]") else {
          return nil
        }
        return "[String: \(value)]"
      }
      for (name, isSet) in [("Set<", true), ("Array<", false)] where takes(name) {
        guard let element = type(depth + 1), takes(">") else { return nil }
        isCollection = true
        return isSet ? "Set<\(element)>" : "[\(element)]"
      }
      if takes("Dictionary<") {
        guard takes("String,"), let value = type(depth + 1), takes(">") else { return nil }
        isCollection = true
        return "[String: \(value)]"
      }
      return scalar()
    }

    private mutating func takes(_ text: String) -> Bool {
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }

    private mutating func scalar() -> String? {
      let name = String(rest.prefix { $0.isLetter || $0.isNumber })
      guard let type = Self.scalars[name] else { return nil }
      rest = rest.dropFirst(name.count)
      if ["Date", "Data", "UUID", "URL"].contains(type) { needsFoundation = true }
      return type
    }

    /// The types of values by name, including the names of Foundation's
    /// classes.
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
