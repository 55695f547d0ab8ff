/// Scratch memory for the texts of one row, so that SQLite need not copy them.
///
/// A text stays where it is until ``reset()``.
final class TextArena {
  @exclusivity(unchecked) private var block: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private var used = 0
  @exclusivity(unchecked) private var outgrown: [UnsafeMutableRawPointer] = []

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    block = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    dropOutgrown()
    block.deallocate()
  }

  /// Lets go of all texts.
  @inline(__always)
  func reset() {
    used = 0
    if !outgrown.isEmpty { dropOutgrown() }
  }

  /// Copies a text; the bytes have no terminator.
  @inline(__always)
  func copy(_ text: borrowing String) -> (bytes: UnsafeRawPointer, count: Int) {
    let utf8 = text.utf8.span
    let count = utf8.count
    if used + count > capacity { grow(by: count) }
    let place = block + used
    utf8.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: place, count: count).copyMemory(from: $0)
    }
    used += count
    return (UnsafeRawPointer(place), count)
  }

  private func grow(by count: Int) {
    outgrown.append(block)
    capacity = max(capacity * 2, count)
    used = 0
    block = .allocate(byteCount: capacity, alignment: 16)
  }

  private func dropOutgrown() {
    for block in outgrown { block.deallocate() }
    outgrown.removeAll()
  }
}
