extension String {
  /// The string in quotes, which all shells read in the same way.
  package var inShellQuotes: String { "'\(escaped { $0 == "'" ? "'\\''" : nil })'" }

  /// The string as a word of a command line, in quotes if it needs them.
  package var asShellWord: String {
    let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return isPlain && !isEmpty ? self : inShellQuotes
  }
}
