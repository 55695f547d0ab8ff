/// A single-line text editor with a cursor.
package struct LineEditor: Sendable, Hashable {
  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var cursor: Int

  /// Creates an editor for a string, with the cursor at the end.
  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// The number of columns before the cursor.
  package var cursorColumn: Int { text.prefix(cursor).terminalWidth }

  /// Handles a key.
  ///
  /// - Returns: True if the key edits the text or moves the cursor.
  package mutating func take(_ key: TerminalKey) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(String(text.map { $0.isNewline ? " " : $0 }))
    case .special(let key): return take(key)
    case .control(let letter): return take(control: letter)
    case .alt("\u{7F}"): return take(control: "w")
    case .alt, .mouse: return false
    }
    return true
  }

  private mutating func take(_ key: TerminalKey.Special) -> Bool {
    switch key {
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, text.count)
    // If the cursor is already at that end, the key is left to the enclosing
    // screen.
    case .home where cursor > 0: cursor = 0
    case .end where cursor < text.count: cursor = text.count
    case .backspace: remove(cursor - 1..<cursor)
    case .delete: remove(cursor..<cursor + 1)
    default: return false
    }
    return true
  }

  private mutating func take(control letter: Character) -> Bool {
    switch letter {
    case "a": cursor = 0
    case "e": cursor = text.count
    case "u": remove(0..<cursor)
    case "k": remove(cursor..<text.count)
    case "w": remove(wordStart..<cursor)
    default: return false
    }
    return true
  }

  /// The position of the beginning of the word before the cursor.
  private var wordStart: Int {
    let before = text.prefix(cursor).reversed()
    let blanks = before.prefix { $0.isWhitespace }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { !$0.isWhitespace }.count
  }

  private mutating func insert(_ new: String) {
    let place = text.index(text.startIndex, offsetBy: cursor)
    let rest = text.count - cursor
    text.insert(contentsOf: new, at: place)
    // A combining mark may have joined the character before it, so the position
    // of the cursor is counted from the end.
    cursor = max(text.count - rest, 0)
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    guard !range.isEmpty else { return }
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(text.startIndex, offsetBy: range.upperBound)
    text.removeSubrange(start..<end)
    cursor = range.lowerBound
  }
}
