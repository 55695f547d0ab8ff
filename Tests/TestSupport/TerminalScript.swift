internal import Foundation

/// A script for a terminal, with one step on each line.
///
/// ```
/// ? No banks yet          waits until the text is on the screen
/// ! No banks yet          waits until the text is not on the screen
/// > aGeorgian{Enter}      types a text, with the names of keys in braces
/// = 02-added              compares the screen with a recorded screen
/// @ 12 40                 sets the numbers of rows and columns
/// # anything              is a comment
/// ```
///
/// The names of keys are `{Enter}`, `{Space}`, `{Esc}`, `{Tab}`, `{BackTab}`, `{Back}`,
/// `{Up}`, `{PgDn}` and so on, and `{^S}` for Control-S. `{Down*5}` presses a key five
/// times, `{click 4,5}` clicks in row 4 and column 5, counted from 0, and
/// `{wheel down}` turns the wheel.
public struct TerminalScript {
  private let steps: [(sign: Character, text: String)]

  /// Reads the steps of a script, without its comments.
  public init(_ text: String) {
    steps = text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      guard let sign = line.first, sign != "#" else { return nil }
      // One blank separates the sign from the text. Further blanks belong to the text.
      return (sign, String(line.dropFirst().first == " " ? line.dropFirst(2) : line.dropFirst()))
    }
  }

  /// Performs the steps of the script.
  ///
  /// - Throws: `PseudoTerminal.Failure` if an expected text does not appear, and the
  ///   errors of the comparison.
  public func play(on terminal: PseudoTerminal, compare: (String) throws -> Void) throws {
    for (sign, text) in steps {
      switch sign {
      case "?": try terminal.wait(for: text)
      case "!": try terminal.wait(for: "end of '\(text)'") { !$0.contains(text) }
      case ">": try Self.type(text, on: terminal)
      case "=": try compare(text)
      case "@":
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        terminal.resize(rows: numbers[0], columns: numbers[1])
      default: throw PseudoTerminal.Failure(description: "no step: '\(sign) \(text)'")
      }
    }
  }

  /// Types a text, and waits after each Escape, because a key that follows at once is a
  /// key with Alt.
  private static func type(_ text: String, on terminal: PseudoTerminal) throws {
    var parts = text.components(separatedBy: "{Esc}")
    let last = parts.removeLast()
    for part in parts {
      terminal.type(try keys(part) + "\u{1B}")
      terminal.pause()
    }
    terminal.type(try keys(last))
  }

  /// Returns a text with the names of keys replaced by the bytes that the keys send.
  static func keys(_ text: String) throws -> String {
    var keys = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      keys += rest[..<start]
      let parts = rest[rest.index(after: start)..<end].split(separator: "*").map(String.init)
      guard let name = parts.first, let key = key(name) else {
        throw PseudoTerminal.Failure(description: "no key: '\(rest[start...end])'")
      }
      keys += String(repeating: key, count: parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
      rest = rest[rest.index(after: end)...]
    }
    return keys + rest
  }

  private static func key(_ name: String) -> String? {
    if let known = names[name] { return known }
    if name.hasPrefix("^"), let letter = name.last?.asciiValue {
      return String(Character(.init(letter & 0x1F)))
    }
    let words = name.split { $0 == " " || $0 == "," }
    if words.count == 3, words[0] == "click", let row = Int(words[1]), let column = Int(words[2]) {
      return "\u{1B}[<0;\(column + 1);\(row + 1)M"
    }
    return nil
  }

  private static let names = [
    "Enter": "\r", "Space": " ", "Tab": "\t", "Back": "\u{7F}", "BackTab": "\u{1B}[Z",
    "Up": "\u{1B}[A", "Down": "\u{1B}[B", "Right": "\u{1B}[C", "Left": "\u{1B}[D",
    "Home": "\u{1B}[H", "End": "\u{1B}[F", "PgUp": "\u{1B}[5~", "PgDn": "\u{1B}[6~",
    "F1": "\u{1B}OP", "wheel up": "\u{1B}[<64;1;1M", "wheel down": "\u{1B}[<65;1;1M",
  ]
}

extension PseudoTerminal {
  /// Performs the steps of a script in the format of `TerminalScript`.
  public func play(_ script: String, compare: (String) throws -> Void = { _ in }) throws {
    try TerminalScript(script).play(on: self, compare: compare)
  }
}
