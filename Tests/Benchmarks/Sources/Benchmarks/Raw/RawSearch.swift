import CSQLiteRaw
import Foundation

/// Searches in the names of all banks as one would write them by hand: a statement without a
/// condition, and a loop over its bytes.
final class RawSearch {
  private let statement: RawStatement
  private let needle: [UInt8]
  private var folded: [UInt8] = []

  /// - Parameter text: What is looked for, with any case and accents.
  init(_ connection: RawConnection, text: String) throws {
    statement = try connection.prepare("SELECT Z_PK, ZNAME FROM ZFAILEDBANKINFO")
    needle = text.unicodeScalars.flatMap { LatinFolding.bytes(of: $0) }
  }

  /// The keys of the banks whose names contain the text, case and accents apart.
  func keys() throws -> [Int64] {
    defer { statement.reset() }
    var keys: [Int64] = []
    while try statement.step() {
      let value = sqlite3_column_value(statement.pointer, 1)
      guard let bytes = sqlite3_value_text(value) else { continue }
      let text = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
      if contains(text) { keys.append(statement.int64(0)) }
    }
    return keys
  }

  private func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.allSatisfy({ $0 < 0x80 }) { return find(in: text) }
    folded.removeAll(keepingCapacity: true)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      folded.append(contentsOf: LatinFolding.bytes(of: scalar))
    }
    return folded.withUnsafeBufferPointer(find)
  }

  private func find(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard needle.count <= text.count else { return false }
    for start in 0...text.count - needle.count {
      var index = 0
      while index < needle.count, LatinFolding.lower(text[start + index]) == needle[index] {
        index += 1
      }
      if index == needle.count { return true }
    }
    return false
  }
}

/// Case and accents taken from Latin letters: as much as the names of banks need.
private enum LatinFolding {
  private static let letters: [[UInt8]] = (0..<0x250).map { code in
    let text = Unicode.Scalar(UInt16(code)).map(String.init) ?? ""
    return Array(
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).utf8)
  }

  @inline(__always)
  static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  static func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
    let code = Int(scalar.value)
    if (0x300..<0x370).contains(code) { return [] }
    return code < letters.count ? letters[code] : Array(String(scalar).utf8)
  }
}
