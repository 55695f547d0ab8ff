/// Scratch memory for the texts of one row, so that SQLite need not copy them.
///
/// A text stays where it is until ``reset()``.
final class TextArena {
  private var block: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0
  private var outgrown: [UnsafeMutableRawPointer] = []

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    block = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    reset()
    block.deallocate()
  }

  /// Lets go of all texts.
  @inline(__always)
  func reset() {
    used = 0
    if !outgrown.isEmpty { dropOutgrown() }
  }

  /// Copies a text; the bytes have no terminator.
  func copy(_ text: String) -> (bytes: UnsafeRawPointer, count: Int) {
    var text = text
    return text.withUTF8 { utf8 in
      if used + utf8.count > capacity { grow(by: utf8.count) }
      let place = block + used
      if let start = utf8.baseAddress {
        place.copyMemory(from: start, byteCount: utf8.count)
      }
      used += utf8.count
      return (UnsafeRawPointer(place), utf8.count)
    }
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
