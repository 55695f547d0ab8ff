/// A pattern of LIKE: `*` matches any run of scalars, including none, `?` exactly one
/// scalar, a backslash makes the next scalar literal, and everything else stands for
/// itself.
///
/// Both sides are folded beforehand, so under `[c]` a `?` is one scalar of the folded
/// text.
package struct LikePattern: Sendable {
  private enum Element {
    case run
    case one
    case byte(UInt8)
  }

  private let elements: [Element]

  /// Creates a pattern from text that is already folded. A backslash at the end
  /// is literal.
  package init(_ pattern: some Sequence<UInt8>) {
    var elements: [Element] = []
    var isEscaped = false
    for byte in pattern {
      switch byte {
      case _ where isEscaped: elements.append(.byte(byte))
      case UInt8(ascii: "\\"):
        isEscaped = true
        continue
      case UInt8(ascii: "*"): elements.append(.run)
      case UInt8(ascii: "?"): elements.append(.one)
      default: elements.append(.byte(byte))
      }
      isEscaped = false
    }
    if isEscaped { elements.append(.byte(UInt8(ascii: "\\"))) }
    self.elements = elements
  }

  /// Returns whether the pattern matches the whole of a folded string.
  ///
  /// - Complexity: O(*n* * *m*), where *n* and *m* are the lengths of the text
  ///   and of the pattern: only the last run is ever retried.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    var position = 0
    var retry: (position: Int, index: Int)?
    while true {
      if position < elements.count, case .run = elements[position] {
        position += 1
        retry = (position, index)
        continue
      }
      if index == text.count, position == elements.count { return true }
      if let next = step(text, index, position) {
        (index, position) = (next, position + 1)
      } else if let last = retry, last.index < text.count {
        let next = last.index + Self.scalarLength(text, last.index)
        retry = (last.position, next)
        (index, position) = (next, last.position)
      } else {
        return false
      }
    }
  }

  /// Returns the position after one element; nil if the element does not match.
  private func step(
    _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ position: Int
  ) -> Int? {
    guard index < text.count, position < elements.count else { return nil }
    switch elements[position] {
    case .one: return index + Self.scalarLength(text, index)
    case .byte(let byte): return text[index] == byte ? index + 1 : nil
    case .run: return nil
    }
  }

  private static func scalarLength(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    var length = 1
    while index + length < text.count, text[index + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }
}
