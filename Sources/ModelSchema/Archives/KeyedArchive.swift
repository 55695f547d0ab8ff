/// A keyed archive that is being written.
///
/// An archive is a list of objects that refer to each other by index; the first
/// object represents nil. Foundation on Linux does not expose the references,
/// so the bytes are created here. Equal objects are stored only once.
package struct KeyedArchive {
  package indirect enum Value: Hashable, Sendable {
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case string(String)
    case data([UInt8])
    /// A reference: the index of an object in the archive's list.
    case reference(Int)
    case list([Value])
    case dictionary([String: Value])

    /// A reference to no object.
    package static let null = Value.reference(0)
  }

  private var objects: [Value] = [.string("$null")]
  private var places: [Value: Int] = [:]

  package init() {}

  /// Adds a plain object of the property list, and returns a reference to it.
  package mutating func add(_ value: Value) -> Value {
    if let place = places[value], objects[place].isIdentical(to: value) {
      return .reference(place)
    }
    objects.append(value)
    places[value] = objects.count - 1
    return .reference(objects.count - 1)
  }

  /// Adds an object of a class, and returns a reference to it. The name of the
  /// class is followed by the names of its ancestors.
  package mutating func add(_ lineage: [String], _ parts: [String: Value]) -> Value {
    add(object(lineage, parts))
  }

  /// Reserves an index for an object, and returns a reference to it, so that
  /// other objects can refer to the object before it is known.
  mutating func reserve() -> Value {
    objects.append(.null)
    return .reference(objects.count - 1)
  }

  /// Stores an object of a class at a reserved index.
  mutating func put(_ lineage: [String], _ parts: [String: Value], at place: Value) {
    guard case .reference(let number) = place else { return }
    objects[number] = object(lineage, parts)
  }

  private mutating func object(_ lineage: [String], _ parts: [String: Value]) -> Value {
    var parts = parts
    parts["$class"] = add(
      .dictionary([
        "$classname": .string(lineage[0]), "$classes": .list(lineage.map(Value.string)),
      ]))
    return .dictionary(parts)
  }

  /// Adds an array, and returns a reference to it.
  package mutating func addArray(_ members: [Value]) -> Value {
    add(["NSArray", "NSObject"], ["NS.objects": .list(members)])
  }

  /// Adds a set, and returns a reference to it.
  package mutating func addSet(_ members: [Value]) -> Value {
    add(["NSSet", "NSObject"], ["NS.objects": .list(members)])
  }

  /// Adds a dictionary with strings as keys, in the order of the entries, and
  /// returns a reference to it.
  package mutating func addDictionary(_ entries: [(key: String, value: Value)]) -> Value {
    let keys = entries.map { add(.string($0.key)) }
    return add(
      ["NSDictionary", "NSObject"],
      ["NS.keys": .list(keys), "NS.objects": .list(entries.map(\.value))])
  }

  /// Returns the bytes of the archive, given the object that is its root.
  package func bytes(root: Value) -> [UInt8] {
    PropertyListWriter.bytes(
      of: .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root]), "$objects": .list(objects),
      ]))
  }
}

extension KeyedArchive.Value {
  /// Returns whether an equal value has the same bits. Strings with different
  /// scalars can be equal, and so are positive and negative zero.
  fileprivate func isIdentical(to other: KeyedArchive.Value) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
    case (_, _): true
    }
  }
}
