/// A table of classes and their numbers.
///
/// Every new object and every request looks up its class. Since a class is an address,
/// the table uses open addressing without a hasher, which would take more time than the
/// rest of the look-up.
@usableFromInline struct ClassTable: Sendable {
  // At least half of the slots are always empty, so that every search
  // terminates.

  @usableFromInline var classes: [ObjectIdentifier?]
  @usableFromInline var numbers: [Int]

  /// Creates a table of classes and their numbers. If a class occurs twice, its
  /// first number is used.
  init(_ entries: [(type: ObjectIdentifier, number: Int)]) {
    var count = 2
    while count < entries.count * 2 { count *= 2 }
    classes = Array(repeating: nil, count: count)
    numbers = Array(repeating: 0, count: count)
    for (type, number) in entries {
      let slot = slot(of: type)
      guard classes[slot] == nil else { continue }
      classes[slot] = type
      numbers[slot] = number
    }
  }

  /// Returns the number of a class; nil for an unknown class.
  @inlinable subscript(type: ObjectIdentifier) -> Int? {
    let slot = slot(of: type)
    return classes[slot] == nil ? nil : numbers[slot]
  }

  /// Returns the slot of a class, or the empty slot where it belongs.
  @inlinable func slot(of type: ObjectIdentifier) -> Int {
    let hash = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> 32) & (classes.count - 1)
    while let other = classes[slot], other != type { slot = (slot + 1) & (classes.count - 1) }
    return slot
  }
}
