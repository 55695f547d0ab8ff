/// A value in a keyed archive, or in a plain property list.
package struct ArchivedValue {
  private let list: BinaryPropertyList
  private let object: BinaryPropertyList.Object
  /// The indexes of the archive's objects, by which the archive refers to them.
  private let archive: [Int]

  /// Creates the value of a property list; for a keyed archive, the value of
  /// its root. The result is nil if the root is the null object.
  package init?(_ list: BinaryPropertyList) {
    let plain = ArchivedValue(list, list.objects[list.top], [])
    guard let top = plain["$top"], case .list(let archive)? = plain["$objects"]?.object else {
      self = plain
      return
    }
    guard let root = ArchivedValue(list, top.object, archive)["root"] else { return nil }
    self = root
  }

  private init(_ list: BinaryPropertyList, _ object: BinaryPropertyList.Object, _ archive: [Int]) {
    (self.list, self.object, self.archive) = (list, object, archive)
  }

  /// Returns the value of the object with the given index, with references
  /// followed; nil for the null object.
  private func value(_ number: Int) -> ArchivedValue? {
    var object = list.objects[number]
    if case .reference(let place) = object, !archive.isEmpty {
      // The first object of an archive represents nil.
      guard archive.indices.contains(place), place > 0 else { return nil }
      object = list.objects[archive[place]]
    }
    return ArchivedValue(list, object, archive)
  }

  /// The value for a key; nil if the dictionary does not contain the key.
  package subscript(_ key: String) -> ArchivedValue? {
    guard case .dictionary(let keys, let values) = object,
      let index = keys.firstIndex(where: { list.objects[$0] == .string(key) })
    else { return nil }
    return value(values[index])
  }

  /// The class name of an archived object; nil for any other value.
  package var className: String? { self["$class"]?["$classname"]?.text }

  /// The members of an archived array, set or dictionary.
  package var elements: [ArchivedValue] {
    guard case .list(let numbers)? = self["NS.objects"]?.object else { return numberedElements }
    return numbers.compactMap(value)
  }

  /// The members of an archived ordered set, each of which has a key: `NS.object.0`.
  private var numberedElements: [ArchivedValue] {
    guard case .dictionary(let keys, let values) = object else { return [] }
    let prefix = "NS.object."
    var numbers: [Int: Int] = [:]
    for (key, value) in zip(keys, values) {
      guard case .string(let name) = list.objects[key], name.hasPrefix(prefix),
        let place = Int(name.dropFirst(prefix.count))
      else { continue }
      numbers[place] = value
    }
    return (0..<numbers.count).compactMap { numbers[$0].flatMap(value) }
  }

  /// The keys of a dictionary, archived or plain, with their values.
  package var entries: [(key: String, value: ArchivedValue)] {
    let numbers: ([Int], [Int])
    if case .list(let keys)? = self["NS.keys"]?.object,
      case .list(let values)? = self["NS.objects"]?.object
    {
      numbers = (keys, values)
    } else if case .list(let keys)? = self["searchMapping"]?["keys"]?["NS.objects"]?.object,
      case .list(let values)? = self["values"]?["NS.objects"]?.object
    {
      // Models in stores use Core Data's dictionaries with known keys.
      numbers = (keys, values)
    } else if case .dictionary(let keys, let values) = object {
      numbers = (keys, values)
    } else {
      return []
    }
    return zip(numbers.0, numbers.1).compactMap { key, value in
      guard let key = self.value(key)?.text, let value = self.value(value) else { return nil }
      return (key, value)
    }
    .sorted { $0.key < $1.key }
  }

  package var text: String? {
    if case .string(let text) = object { return text }
    guard case .string(let text)? = self["NS.string"]?.object else { return nil }
    return text
  }

  package var integer: Int64? {
    switch object {
    case .integer(let number): number
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }

  package var isTrue: Bool { integer.map { $0 != 0 } ?? false }

  /// The value in the form in which a data model writes a default; nil if the
  /// value has no such form.
  package var constantText: String? {
    switch object {
    case .boolean(let value): value ? "YES" : "NO"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .string(let text): text
    case .null, .date, .data, .reference, .list, .dictionary: text ?? objectText
    }
  }

  private var objectText: String? {
    switch objectConstant {
    case .decimal(let number): number.description
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .null, .boolean, .integer, .double, .string, .date, .data, .objectID, .list, nil: nil
    }
  }

  /// The seconds of an archived date since 2001-01-01 00:00 UTC; nil for any
  /// other value.
  package var seconds: Double? {
    guard case .real(let seconds)? = self["NS.time"]?.object else { return nil }
    return seconds
  }

  /// The value as a constant; nil if it is an archived object.
  package var plainConstant: ConstantValue? {
    switch object {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .string(let text): .string(text)
    case .date(let seconds): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let bytes): .data(Data(bytes))
    case .reference, .list, .dictionary: text.map { .string($0) }
    }
  }
}
