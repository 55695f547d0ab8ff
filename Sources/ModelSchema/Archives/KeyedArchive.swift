/// A keyed archive that is being written.
///
/// An archive is a list of objects that refer to each other by their places; the first
/// object stands for nil. Foundation on Linux does not expose the references, so the
/// bytes are made here. Equal objects are stored once.
package struct KeyedArchive {
  package indirect enum Value: Hashable, Sendable {
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case string(String)
    case data([UInt8])
    /// A place in the archive's list.
    case reference(Int)
    case list([Value])
    case dictionary([String: Value])

    /// The reference to no object.
    package static let null = Value.reference(0)
  }

  private var objects: [Value] = [.string("$null")]
  private var places: [Value: Int] = [:]

  package init() {}

  /// Adds a plain object of the property list and returns the reference to it.
  package mutating func add(_ value: Value) -> Value {
    if let place = places[value], objects[place].isIdentical(to: value) {
      return .reference(place)
    }
    objects.append(value)
    places[value] = objects.count - 1
    return .reference(objects.count - 1)
  }

  /// Adds an object of a class, given the name of the class followed by those of its
  /// ancestors.
  package mutating func add(_ lineage: [String], _ parts: [String: Value]) -> Value {
    add(object(lineage, parts))
  }

  /// Reserves a place for an object, so that other objects can refer to it before it is
  /// known.
  mutating func reserve() -> Value {
    objects.append(.null)
    return .reference(objects.count - 1)
  }

  /// Puts an object of a class into a reserved place.
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

  /// Adds an array and returns the reference to it.
  package mutating func addArray(_ members: [Value]) -> Value {
    add(["NSArray", "NSObject"], ["NS.objects": .list(members)])
  }

  /// Adds a set and returns the reference to it.
  package mutating func addSet(_ members: [Value]) -> Value {
    add(["NSSet", "NSObject"], ["NS.objects": .list(members)])
  }

  /// Adds a dictionary with strings as keys, in their order.
  package mutating func addDictionary(_ entries: [(key: String, value: Value)]) -> Value {
    let keys = entries.map { add(.string($0.key)) }
    return add(
      ["NSDictionary", "NSObject"],
      ["NS.keys": .list(keys), "NS.objects": .list(entries.map(\.value))])
  }

  /// The bytes of the archive, with an object that was added as its root.
  package func bytes(root: Value) -> [UInt8] {
    PropertyListWriter.bytes(
      of: .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root]), "$objects": .list(objects),
      ]))
  }
}

extension KeyedArchive.Value {
  /// True if an equal value is the same in all of its bits. Strings of other
  /// scalars can be equal, and so are zeros of both signs.
  fileprivate func isIdentical(to other: KeyedArchive.Value) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
    case (_, _): true
    }
  }
}
