extension String {
  /// The text in quotes, for every shell alike.
  package var inShellQuotes: String { "'\(escaped { $0 == "'" ? "'\\''" : nil })'" }

  /// The text as a word of a command line, in quotes if it needs them.
  package var asShellWord: String {
    let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return isPlain && !isEmpty ? self : inShellQuotes
  }
}
