/// The Swift type for the class of a transformable attribute in a data model.
///
/// Class names in data models have many forms: `Color`, `.Color`, `Shop.Color`,
/// `NSArray`, `[String: [Int64]]`, `Set<UUID>`, `Any`.
struct ValueClass {
  /// The type, or nil if Swift has no such type for values.
  private(set) var type: String?
  /// The names in the type that programs must declare.
  private(set) var foreignNames: [String] = []
  /// The names of the modules that qualify type names, such as `Foundation` in
  /// `Foundation.Date`.
  private(set) var modules: [String] = []

  /// Reads a class in a data model. Types that the model itself declares are
  /// rejected.
  init(_ text: String, isDeclared: (String) -> Bool) {
    let marks: Set<Character> = ["?", "!", "*"]
    var text = text[...]
    while let last = text.last, last == " " || marks.contains(last) { text.removeLast() }
    let read = TypeNameReader.type(text) { path in
      modules += path.dropLast()
      return path.last.flatMap { known($0) }
    }
    if !foreignNames.contains(where: isDeclared) { type = read }
  }

  private mutating func known(_ name: String) -> String? {
    if Self.scalars.contains(name) { return name }
    guard SwiftNames.isIdentifier(name), SpecialNames.hiding[name] == nil,
      SpecialNames.reserved[name] == nil, !SwiftNames.taken.contains(name),
      !Self.objects.contains(name), !name.hasPrefix("NSMutable")
    else { return nil }
    foreignNames.append(name)
    return name
  }

  /// Returns whether a value of a type that the program does not declare exists
  /// for a blank object.
  static func hasBlank(_ type: String) -> Bool {
    type.hasPrefix("[") || type.hasPrefix("Set<") || blanks.contains(type)
  }

  private static let blanks: Set = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "Float", "Double", "Data",
  ]
  /// The names of standard types for plain values.
  static let scalars: Set = blanks.union(["Decimal", "Date", "UUID", "URL"])

  /// Foundation classes, and names that are not types for values.
  private static let objects: Set = [
    "AnyObject", "AnyHashable", "AnyClass", "Void", "id", "instancetype", "Object", "NSObject",
    "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSCountedSet", "NSString", "NSNumber",
    "NSDecimalNumber", "NSValue", "NSData", "NSDate", "NSURL", "NSUUID", "NSNull", "NSError",
    "NSAttributedString", "NSCoding", "NSSecureCoding", "NSCopying", "NSIndexPath", "NSIndexSet",
    "NSCalendar", "NSLocale", "NSTimeZone", "NSDateComponents", "NSRegularExpression",
    "NSPredicate", "NSExpression", "NSSortDescriptor", "NSNotification", "NSURLRequest",
    "NSManagedObject", "NSManagedObjectID", "NSRange", "NSMeasurement", "NSUnit", "NSProgress",
    "IndexPath", "IndexSet", "Encodable", "Decodable", "Comparable", "RawRepresentable",
    "AttributedString", "DateComponents", "DateInterval", "TimeZone", "CharacterSet", "Range",
    "ClosedRange", "Substring", "Mirror", "KeyPath", "Regex", "Encoder", "Decoder", "Hasher",
    "ValueTransformer", "NSValueTransformer",
  ]
}
