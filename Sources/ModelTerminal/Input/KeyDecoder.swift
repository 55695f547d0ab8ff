/// A decoder that turns the bytes sent by a terminal into keys.
///
/// Bytes can arrive in portions of any size; incomplete sequences are kept
/// until the rest arrives. A single Escape is treated as the beginning of a
/// sequence until `flush()` is called. Unknown sequences are dropped as a
/// whole, and invalid UTF-8 becomes U+FFFD.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  /// The bytes of the current paste; nil if there is none.
  private var paste: [UInt8]?

  /// The maximum length of a sequence. Longer sequences are dropped.
  private static let longestSequence = 32
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Creates a decoder without pending bytes.
  package init() {}

  /// True if there are bytes of an incomplete sequence or paste.
  package var isWaiting: Bool { !pending.isEmpty || paste != nil }

  /// True if a paste has begun and has not ended yet.
  package var isPasting: Bool { paste != nil }

  /// Returns the keys that are completed by the given bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    pending += bytes
    var keys: [TerminalKey] = []
    while let key = take() { if let key = key.value { keys.append(key) } }
    return keys
  }

  /// Returns the keys of the pending bytes. It is called when no more bytes
  /// have arrived for some time.
  package mutating func flush() -> [TerminalKey] {
    if let bytes = paste {
      paste = nil
      let rest = pending
      pending = []
      return [.paste(String(decoding: bytes + rest, as: UTF8.self))]
    }
    guard let first = pending.first else { return [] }
    let rest = pending.dropFirst()
    pending = []
    guard first == 0x1B else { return [.character("\u{FFFD}")] + decode(rest) }
    return [.special(.escape)] + decode(rest)
  }

  /// The result of decoding some bytes, which contains no key if the bytes were
  /// dropped.
  private struct Taken {
    var value: TerminalKey?
  }

  /// Decodes the next key; returns nil if its bytes are incomplete.
  private mutating func take() -> Taken? {
    if paste != nil { return takePaste() }
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return takeSequence()
    case 0x0A, 0x0D: return take(1, .special(.enter))
    case 0x09: return take(1, .special(.tab))
    case 0x08, 0x7F: return take(1, .special(.backspace))
    case 0x00: return take(1, .control(" "))
    case 0x01...0x1A: return take(1, .control(Character(Unicode.Scalar(first + 0x60))))
    case 0x1C...0x1F: return take(1, nil)
    default: return takeCharacter()
    }
  }

  private mutating func take(_ count: Int, _ key: TerminalKey?) -> Taken {
    pending.removeFirst(count)
    return Taken(value: key)
  }

  /// Decodes a UTF-8 character; returns nil if its bytes are incomplete.
  private mutating func takeCharacter(at start: Int = 0) -> Taken? {
    guard let length = Self.length(pending[start]) else {
      return take(start + 1, .character("\u{FFFD}"))
    }
    let bytes = pending[start...].prefix(length)
    if let wrong = bytes.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return take(wrong, .character("\u{FFFD}"))
    }
    guard bytes.count == length else { return nil }
    let character = String(decoding: bytes, as: UTF8.self).first ?? "\u{FFFD}"
    return take(start + length, start == 0 ? .character(character) : .alt(character))
  }

  private static func length(_ first: UInt8) -> Int? {
    switch first {
    case 0x20...0x7E: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  /// Decodes a sequence that begins with Escape; returns nil if the sequence is
  /// incomplete.
  private mutating func takeSequence() -> Taken? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return takeControlSequence()
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      return take(3, Self.key(final: pending[2], parameters: []))
    case 0x20...0x7E, 0xC2...0xF4: return takeCharacter(at: 1)
    case 0x08, 0x7F: return take(2, .alt("\u{7F}"))
    default: return take(1, .special(.escape))
    }
  }

  /// Decodes a sequence of the form `ESC [ parameters final`; returns nil if
  /// the sequence is incomplete.
  private mutating func takeControlSequence() -> Taken? {
    guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return pending.count > Self.longestSequence ? take(pending.count, nil) : nil
    }
    guard (0x40...0x7E).contains(pending[end]) else { return take(end, nil) }
    let text = String(decoding: pending[2..<end], as: UTF8.self)
    if text.first == "<" {
      let numbers = text.dropFirst().split(separator: ";").compactMap { Int($0) }
      return take(end + 1, Self.mouse(numbers, isRelease: pending[end] == UInt8(ascii: "m")))
    }
    // Terminals that do not support this form, such as old versions of
    // `screen`, send three bytes after it.
    if text.isEmpty, pending[end] == UInt8(ascii: "M") {
      guard pending.count > end + 3 else { return nil }
      let numbers = pending[(end + 1)...(end + 3)].map { Int($0) - 32 }
      return take(end + 4, Self.mouse(numbers, isRelease: false))
    }
    let parameters = text.split(separator: ";").map { Int($0) ?? 0 }
    let final = pending[end]
    if final == UInt8(ascii: "~"), parameters.first == 200 {
      paste = []
      return take(end + 1, nil)
    }
    return take(end + 1, Self.key(final: final, parameters: parameters))
  }

  /// Decodes the bytes of a paste up to its end; returns nil if the end has not
  /// arrived yet.
  private mutating func takePaste() -> Taken? {
    guard var bytes = paste, !pending.isEmpty else { return nil }
    bytes += pending
    pending = []
    guard let end = bytes.firstRange(of: Self.pasteEnd) else {
      paste = bytes
      return nil
    }
    pending = Array(bytes[end.upperBound...])
    paste = nil
    return Taken(value: .paste(String(decoding: bytes[..<end.lowerBound], as: UTF8.self)))
  }

  /// Returns the key for a button, a column and a row, both counted from 1; nil for
  /// events without a meaning.
  private static func mouse(_ numbers: [Int], isRelease: Bool) -> TerminalKey? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0, !isRelease else { return nil }
    let kinds: [Int: TerminalKey.Mouse.Kind] = [0: .press, 64: .wheel(-1), 65: .wheel(1)]
    return kinds[numbers[0]].map {
      .mouse(.init(kind: $0, place: .init(row: numbers[2] - 1, column: numbers[1] - 1)))
    }
  }

  /// Returns the key that a sequence represents; nil if the sequence is
  /// unknown.
  private static func key(final: UInt8, parameters: [Int]) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "A"): .special(.up)
    case UInt8(ascii: "B"): .special(.down)
    case UInt8(ascii: "C"): .special(.right)
    case UInt8(ascii: "D"): .special(.left)
    case UInt8(ascii: "H"): .special(.home)
    case UInt8(ascii: "F"): .special(.end)
    case UInt8(ascii: "M"): .special(.enter)
    case UInt8(ascii: "Z"): .special(.backTab)
    case UInt8(ascii: "P"): .special(.help)
    case UInt8(ascii: "~"): numbered[parameters.first ?? 0].map { .special($0) }
    default: nil
    }
  }

  private static let numbered: [Int: TerminalKey.Special] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .help,
  ]
}
