/// Foundation archives of collections of plain values, in the format that Core Data's
/// `NSSecureUnarchiveFromData` uses for transformable attributes of classes such as
/// `[Int64]` or `[String: [Date]]`.
///
/// All systems read and write the same bytes for arrays, sets, dictionaries with string
/// keys, strings, numbers, dates, data, UUIDs and URLs.
public enum FoundationArchive<Value: ArchivedElement>: ValueTransformer {
  /// Returns the archive of a value, as a binary property list.
  public static func data(from value: Value) -> Data {
    var archive = ElementArchive()
    let root = value.add(to: &archive)
    return Data(archive.archive.bytes(root: root.value))
  }

  /// Returns the value in an archive; nil if the archive is damaged, or contains
  /// another kind of value.
  public static func value(from data: Data) -> Value? {
    BinaryPropertyList([UInt8](data)).flatMap { ArchivedValue($0) }
      .flatMap { Value(ArchivedObject(value: $0)) }
  }
}

/// A value that Foundation archives in the same form on all systems.
public protocol ArchivedElement: Sendable {
  /// Creates the value from an archived object; nil if the object has another type.
  init?(_ object: ArchivedObject)
  /// Adds the value to an archive.
  func add(to archive: inout ElementArchive) -> ArchivedReference
}

/// An object in an archive that is being read.
public struct ArchivedObject {
  let value: ArchivedValue

  /// The object as an integer; nil for other objects.
  fileprivate var integer: Int64? {
    switch value.plainConstant {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }

  fileprivate var double: Double? {
    switch value.plainConstant {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// Returns the members of an array or a set; nil for other objects.
  fileprivate func members<Element: ArchivedElement>(_ classes: Set<String>) -> [Element]? {
    guard let name = value.className, classes.contains(name) else { return nil }
    let members = value.elements.map { Element(ArchivedObject(value: $0)) }
    return members.contains { $0 == nil } ? nil : members.compactMap { $0 }
  }
}

/// An archive that is being written.
public struct ElementArchive {
  fileprivate var archive = KeyedArchive()

  /// Adds a scalar value.
  fileprivate mutating func add(_ constant: ConstantValue) -> ArchivedReference {
    ArchivedReference(value: archive.value(of: constant) ?? .null)
  }
}

/// A reference to an object that was added to an archive.
public struct ArchivedReference {
  fileprivate let value: KeyedArchive.Value
}

// MARK: - Values

extension ArchivedElement where Self: AttributeValue {
  /// Adds the value to an archive.
  public func add(to archive: inout ElementArchive) -> ArchivedReference {
    archive.add(constantValue)
  }
}

extension ArchivedElement where Self: UnsignedInteger {
  /// Adds the number to an archive.
  public func add(to archive: inout ElementArchive) -> ArchivedReference {
    archive.add(.integer(Int64(self)))
  }
}

extension ArchivedElement where Self: FixedWidthInteger {
  /// Creates the number from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard let number = object.integer, let value = Self(exactly: number) else { return nil }
    self = value
  }
}

extension Int: ArchivedElement {}
extension Int16: ArchivedElement {}
extension Int32: ArchivedElement {}
extension Int64: ArchivedElement {}
extension UInt8: ArchivedElement {}
extension UInt16: ArchivedElement {}
extension UInt32: ArchivedElement {}

extension Int8: ArchivedElement {
  /// Adds the number to an archive.
  public func add(to archive: inout ElementArchive) -> ArchivedReference {
    archive.add(.integer(Int64(self)))
  }
}

extension Bool: ArchivedElement {
  /// Creates the Boolean from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard let number = object.integer, (0...1).contains(number) else { return nil }
    self = number == 1
  }
}

extension ArchivedElement where Self: BinaryFloatingPoint {
  /// Creates the number from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard let number = object.double else { return nil }
    self.init(number)
  }
}

extension Double: ArchivedElement {}
extension Float: ArchivedElement {}

extension String: ArchivedElement {
  /// Creates the string from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard let text = object.value.text else { return nil }
    self = text
  }
}

extension Date: ArchivedElement {
  /// Creates the date from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard let seconds = object.value.seconds else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension Data: ArchivedElement {
  /// Creates the data from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard case .data(let data)? = (object.value["NS.data"] ?? object.value).plainConstant else {
      return nil
    }
    self = data
  }
}

extension UUID: ArchivedElement {
  /// Creates the UUID from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard case .uuid(let uuid)? = object.value.objectConstant else { return nil }
    self = uuid
  }
}

extension URL: ArchivedElement {
  /// Creates the URL from an archived object, relative to its base if it has
  /// one; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    guard case .url(let url)? = object.value.objectConstant else { return nil }
    self = url
  }
}

// MARK: - Collections

extension Array: ArchivedElement where Element: ArchivedElement {
  /// Creates the array from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    let classes: Swift.Set = [
      "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
    ]
    guard let members: [Element] = object.members(classes) else { return nil }
    self = members
  }

  /// Adds the array to an archive.
  public func add(to archive: inout ElementArchive) -> ArchivedReference {
    let members = map { $0.add(to: &archive).value }
    return ArchivedReference(value: archive.archive.addArray(members))
  }
}

extension Set: ArchivedElement where Element: ArchivedElement {
  /// Creates the set from an archived object; nil if the object has another type.
  public init?(_ object: ArchivedObject) {
    let classes: Swift.Set = ["NSSet", "NSMutableSet", "NSArray", "NSMutableArray"]
    guard let members: [Element] = object.members(classes) else { return nil }
    self.init(members)
  }

  /// Adds the set, with its members sorted by their text, so that equal sets have equal
  /// bytes.
  public func add(to archive: inout ElementArchive) -> ArchivedReference {
    let members = sorted { "\($0)" < "\($1)" }.map { $0.add(to: &archive).value }
    return ArchivedReference(value: archive.archive.addSet(members))
  }
}

extension Dictionary: ArchivedElement where Key == String, Value: ArchivedElement {
  /// Creates the dictionary from an archived object; nil if the object has another
  /// type.
  public init?(_ object: ArchivedObject) {
    guard let name = object.value.className, ["NSDictionary", "NSMutableDictionary"].contains(name)
    else { return nil }
    let entries = object.value.entries
    guard entries.count == object.value.elements.count else { return nil }
    self.init()
    for (key, value) in entries {
      guard let value = Value(ArchivedObject(value: value)) else { return nil }
      self[key] = value
    }
  }

  /// Adds the dictionary, with its keys in ascending order, so that equal
  /// dictionaries have equal bytes.
  public func add(to archive: inout ElementArchive) -> ArchivedReference {
    let entries = sorted { $0.key < $1.key }.map { ($0.key, $0.value.add(to: &archive).value) }
    return ArchivedReference(value: archive.archive.addDictionary(entries))
  }
}
