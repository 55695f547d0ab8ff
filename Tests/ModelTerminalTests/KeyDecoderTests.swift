import ModelTerminal
import TestSupport
import XCTest

final class KeyDecoderTests: XCTestCase {
  private func keys(_ bytes: [UInt8]) -> [TerminalKey] {
    var decoder = KeyDecoder()
    return decoder.decode(bytes)
  }

  func testSequencesAreKeys() {
    let cases: [(String, TerminalKey)] = [
      ("\u{1B}[A", .special(.up)), ("\u{1B}OB", .special(.down)), ("\u{1B}[1;5C", .special(.right)),
      ("\u{1B}[D", .special(.left)), ("\u{1B}[H", .special(.home)), ("\u{1B}[4~", .special(.end)),
      ("\u{1B}[5~", .special(.pageUp)), ("\u{1B}[6~", .special(.pageDown)),
      ("\u{1B}[3~", .special(.delete)), ("\u{1B}[Z", .special(.backTab)),
      ("\r", .special(.enter)), ("\n", .special(.enter)), ("\t", .special(.tab)),
      ("\u{7F}", .special(.backspace)), ("\u{3}", .control("c")), ("\u{0}", .control(" ")),
      ("\u{1B}x", .alt("x")), ("\u{1B}\u{7F}", .alt("\u{7F}")), ("a", .character("a")),
      ("é", .character("é")),
      ("\u{1B}OP", .special(.help)),
      ("\u{1B}[<0;5;3M", .mouse(.init(kind: .press, place: .init(row: 2, column: 4)))),
      ("\u{1B}[<65;1;1M", .mouse(.init(kind: .wheel(1), place: .init(row: 0, column: 0)))),
      ("\u{1B}[M %#", .mouse(.init(kind: .press, place: .init(row: 2, column: 4)))),
      ("\u{1B}[Ma!!", .mouse(.init(kind: .wheel(1), place: .init(row: 0, column: 0)))),
      ("漢", .character("漢")), ("🏦", .character("🏦")),
    ]
    for (text, key) in cases {
      XCTAssertEqual(keys(Array(text.utf8)), [key], text.debugDescription)
    }
  }

  func testKeysComeInAnyPortions() {
    let bytes = Array("a\u{1B}[A🏦\u{1B}[200~x\ny\u{1B}[201~b\u{1B}[M#!!\u{1B}OHé".utf8)
    let whole: [TerminalKey] = [
      .character("a"), .special(.up), .character("🏦"), .paste("x\ny"), .character("b"),
      .special(.home), .character("é"),
    ]
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var found: [TerminalKey] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.decode(bytes[start..<min(start + size, bytes.count)])
      }
      XCTAssertEqual(found, whole, "portions of \(size)")
      XCTAssertFalse(decoder.isWaiting)
    }
  }

  func testALoneEscapeWaitsUntilNothingFollows() {
    var decoder = KeyDecoder()
    XCTAssertEqual(decoder.decode([0x1B]), [])
    XCTAssertTrue(decoder.isWaiting)
    XCTAssertEqual(decoder.flush(), [.special(.escape)])
    XCTAssertFalse(decoder.isWaiting)
    XCTAssertEqual(
      decoder.decode([0x1B, 0x1B]) + decoder.flush(), [.special(.escape), .special(.escape)])
  }

  func testAPasteThatNeverEndsIsGivenUp() {
    var decoder = KeyDecoder()
    XCTAssertEqual(decoder.decode(Array("\u{1B}[200~abc".utf8)), [])
    XCTAssertEqual(decoder.flush(), [.paste("abc")])
    XCTAssertEqual(decoder.decode([0x03]), [.control("c")])
  }

  func testWhatIsUnknownIsDropped() {
    let text = "\u{1B}[99~a\u{1B}[?1;2cb\u{1B}Oq\u{1B}[<0;1;1m\u{1B}[<9;1M"
    XCTAssertEqual(keys(Array(text.utf8)), [.character("a"), .character("b")])
    let long = "\u{1B}[" + String(repeating: "1;", count: 40)
    XCTAssertEqual(keys(Array(long.utf8)), [])
  }

  func testBytesThatAreNoTextBecomeReplacements() {
    let cases: [([UInt8], Int)] = [
      ([0xFF], 1), ([0x80], 1), ([0xC0, 0x80], 2), ([0xE2, 0x28], 1), ([0xF5], 1),
    ]
    for (bytes, count) in cases {
      let found = keys(bytes).filter { $0 == .character("\u{FFFD}") }
      XCTAssertEqual(found.count, count, "\(bytes)")
    }
    var decoder = KeyDecoder()
    XCTAssertEqual(decoder.decode([0xE2, 0x82]), [])
    XCTAssertEqual(decoder.flush().first, .character("\u{FFFD}"))
  }

  func testNoBytesHangOrTrap() {
    let seed = TestRun.seed
    var state = seed
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let byte = UInt8(truncatingIfNeeded: state >> 33)
        bytes.append(byte % 4 == 0 ? [0x1B, 0x5B, 0x7E, 0x32][Int(byte / 4) % 4] : byte)
      }
      var decoder = KeyDecoder()
      _ = decoder.decode(bytes)
      while decoder.isWaiting { _ = decoder.flush() }
      XCTAssertEqual(decoder.decode([0x61]).last, .character("a"), "seed \(seed)")
    }
  }
}
