import ModelTerminal
import TestSupport
import XCTest

final class ScreenDifferenceTests: XCTestCase {
  private let size = TerminalSize(rows: 4, columns: 12)

  private func buffer(_ lines: [String], style: TextStyle = []) -> CellBuffer {
    var buffer = CellBuffer(size: size)
    for (row, line) in lines.enumerated() { buffer.put(line, row: row, column: 0, style: style) }
    return buffer
  }

  func testNothingIsSentForWhatIsShown() {
    let one = buffer(["First", "Second"])
    XCTAssertEqual(ScreenDifference().text(from: one, to: one), "")
  }

  func testOnlyWhatDiffersIsSent() {
    let text = ScreenDifference().text(
      from: buffer(["First", "Second"]), to: buffer(["First", "Sxcond"]))
    XCTAssertEqual(text, "\u{1B}[?25l\u{1B}[2;2H\u{1B}[0mx")
  }

  func testColoursAreLeftOutWhereTheyAreNotWanted() {
    let styled = buffer(["no"], style: [.error, .reversed])
    let plain = ScreenDifference(isColored: false).text(from: nil, to: styled)
    XCTAssertTrue(plain.contains("\u{1B}[0;7m"), plain.debugDescription)
    XCTAssertFalse(plain.contains("31"))
    XCTAssertTrue(ScreenDifference().text(from: nil, to: styled).contains("\u{1B}[0;7;31m"))
  }

  /// After any number of differences, the terminal shows the last buffer.
  func testDifferencesAddUp() {
    let seed = TestRun.seed
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    let pieces = ["a", "Bank", "漢", "字字", "🏦", "é", "  ", "👩‍💻", "x y"]
    var emulator = TerminalEmulator(rows: size.rows, columns: size.columns)
    var shown: CellBuffer?
    for _ in 0..<300 {
      var next = random(4) == 0 ? CellBuffer(size: size) : shown ?? CellBuffer(size: size)
      for _ in 0..<random(6) {
        next.put(
          pieces[random(pieces.count)], row: random(4), column: random(12),
          style: TextStyle(rawValue: random(64)))
      }
      next.cursor = random(2) == 0 ? nil : .init(row: random(4), column: random(12))
      emulator.receive(Array(ScreenDifference().text(from: shown, to: next).utf8))
      for row in 0..<size.rows {
        XCTAssertEqual(emulator.line(row), next.text(row: row), "seed \(seed)")
      }
      XCTAssertEqual(emulator.isCursorShown, next.cursor != nil, "seed \(seed)")
      shown = next
    }
  }
}
