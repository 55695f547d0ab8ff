/// A terminal emulator, which turns the bytes of a program into a screen of text.
///
/// The emulator supports the sequences that our programs send, and lists all others in
/// `unknown`.
public struct TerminalEmulator {
  /// The sequences that the emulator does not support.
  public private(set) var unknown: [String] = []
  /// True if the alternate screen is shown.
  public private(set) var isOtherScreen = false
  /// True if the cursor is shown.
  public private(set) var isCursorShown = true
  /// True if bracketed paste is on.
  public private(set) var marksPastes = false
  /// True if the terminal reports clicks.
  public private(set) var reportsMouse = false
  /// The position of the cursor, counted from 0.
  public private(set) var cursor = (row: 0, column: 0)
  /// True if any text has been sent in colour.
  public private(set) var isColoured = false

  private let rows: Int
  private let columns: Int
  private var cells: [[String]]
  private var pending: [UInt8] = []

  /// Creates a blank terminal with a size in characters.
  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// Returns a line of the screen, counted from 0, without trailing blanks.
  public func line(_ row: Int) -> String {
    String(cells[row].joined().reversed().drop { $0 == " " }.reversed())
  }

  /// The lines of the screen, without trailing empty lines.
  public var text: String {
    let lines = (0..<rows).map(line)
    return lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n") + "\n"
  }

  /// Reads bytes that a program has sent.
  public mutating func receive(_ bytes: [UInt8]) {
    pending += bytes
    // The last bytes of a character or a sequence may arrive later.
    while let length = length() {
      let part = Array(pending.prefix(length))
      pending.removeFirst(length)
      take(part)
    }
  }

  private func length() -> Int? {
    guard let first = pending.first else { return nil }
    if first == 0x1B {
      guard pending.count > 1 else { return nil }
      guard pending[1] == 0x5B else { return 2 }
      return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return pending.count >= length ? length : nil
  }

  private mutating func take(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch bytes[0] {
    case 0x1B: obey(text)
    case 0x0D: cursor.column = 0
    case 0x0A: cursor.row = min(cursor.row + 1, rows - 1)
    case 0x07: break
    case 0..<0x20: unknown.append(text.debugDescription)
    default: print(text)
    }
  }

  private mutating func obey(_ sequence: String) {
    let body = sequence.dropFirst(2)
    let numbers = body.dropLast().split(separator: ";").map { Int($0) ?? 0 }
    switch (body.first, body.last) {
    case ("?", "h"), ("?", "l"): setMode(String(body.dropFirst().dropLast()), body.last == "h")
    case (_, "H"):
      cursor = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
    case (_, "J") where numbers.first == 2:
      cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    case (_, "K"):
      for column in cursor.column..<columns { cells[cursor.row][column] = " " }
    case (_, "m"): if numbers.contains(where: { $0 >= 30 }) { isColoured = true }
    default: unknown.append(sequence.debugDescription)
    }
  }

  private mutating func setMode(_ mode: String, _ isOn: Bool) {
    switch mode {
    case "25": isCursorShown = isOn
    case "1049": isOtherScreen = isOn
    case "2004": marksPastes = isOn
    case "1000", "1006": reportsMouse = isOn
    default: unknown.append("?\(mode)")
    }
  }

  private mutating func print(_ text: String) {
    guard let scalar = text.unicodeScalars.first else { return }
    if Self.joins(scalar, after: previous) {
      let (row, column) = previousPlace
      cells[row][column] += text
      return
    }
    let width = Self.width(scalar)
    guard cursor.row < rows, cursor.column + width <= columns else { return }
    if cells[cursor.row][cursor.column].isEmpty, cursor.column > 0 {
      cells[cursor.row][cursor.column - 1] = " "
    }
    cells[cursor.row][cursor.column] = text
    if width == 2 { cells[cursor.row][cursor.column + 1] = "" }
    cursor.column += width
    if cursor.column < columns, cells[cursor.row][cursor.column].isEmpty {
      cells[cursor.row][cursor.column] = " "
    }
  }

  private var previousPlace: (row: Int, column: Int) {
    let column = max(cursor.column - 1, 0)
    return (cursor.row, column > 0 && cells[cursor.row][column].isEmpty ? column - 1 : column)
  }

  private var previous: String {
    let (row, column) = previousPlace
    return row < rows && cursor.column > 0 ? cells[row][column] : ""
  }

  private static func joins(_ scalar: Unicode.Scalar, after text: String) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x200D, 0xFE0F: return true
    default: return text.unicodeScalars.last?.value == 0x200D
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF:
      2
    default: 1
    }
  }
}
