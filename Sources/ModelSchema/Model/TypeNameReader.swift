/// Reads the name of a Swift type that may be a collection, such as
/// `[String: [Int64]]`, `Set<UUID>` or `Array<Date>`.
package struct TypeNameReader {
  /// Returns the type of a name that is no collection, given with the names of
  /// its modules before it; nil if there is no such type.
  package typealias Plain = (_ path: [String]) -> String?

  private var rest: Substring
  /// The types that a key can have; nil for any type.
  private let keys: Set<String>?

  /// Returns a type as `[Element]`, `[Key: Value]`, `Set<Element>` or a plain
  /// name; nil if a text is not the name of such a type.
  package static func type(
    _ text: Substring, keys: Set<String>? = nil, _ plain: Plain
  ) -> String? {
    var reader = TypeNameReader(rest: text, keys: keys)
    let type = reader.type(0, plain)
    return reader.rest.allSatisfy { $0 == " " } ? type : nil
  }

  private mutating func type(_ depth: Int, _ plain: Plain) -> String? {
    guard depth < 8 else { return nil }
    if takes("[") {
      guard let element = type(depth + 1, plain) else { return nil }
      guard takes(":") else { return takes("]") ? "[\(element)]" : nil }
      return dictionary(element, "]", depth, plain)
    }
    let names = names()
    guard let name = names.last else { return nil }
    guard takes("<") else { return plain(names) }
    guard let first = type(depth + 1, plain) else { return nil }
    if takes(",") { return name == "Dictionary" ? dictionary(first, ">", depth, plain) : nil }
    guard takes(">") else { return nil }
    return name == "Array" ? "[\(first)]" : name == "Set" ? "Set<\(first)>" : nil
  }

  private mutating func dictionary(
    _ key: String, _ end: Character, _ depth: Int, _ plain: Plain
  ) -> String? {
    guard keys?.contains(key) != false, let value = type(depth + 1, plain), takes(end) else {
      return nil
    }
    return "[\(key): \(value)]"
  }

  private mutating func names() -> [String] {
    let path = rest.drop { $0 == " " }.prefix {
      $0.isLetter || $0.isNumber || $0 == "_" || $0 == "."
    }
    rest = rest.drop { $0 == " " }.dropFirst(path.count)
    // A path that ends with a dot is a module without a name.
    return path.last == "." ? [] : path.split(separator: ".").map(String.init)
  }

  private mutating func takes(_ character: Character) -> Bool {
    let trimmed = rest.drop { $0 == " " }
    guard trimmed.first == character else { return false }
    rest = trimmed.dropFirst()
    return true
  }
}
