/// The reason why a terminal cannot be used for screens.
package enum TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Input or output is no terminal.
  case notATerminal
  /// The terminal cannot place the cursor; the kind is what `TERM` says.
  case tooPlain(kind: String)
  /// The system refused.
  case refused(String)

  /// The sentence that says what is wrong, and what to do.
  package var description: String {
    switch self {
    case .notATerminal: "input and output are no terminal, so screens cannot be shown"
    case .tooPlain("dumb"):
      "this terminal (TERM=dumb) cannot place its cursor, so screens cannot be shown; "
        + "use plain commands"
    case .tooPlain:
      "TERM says nothing about this terminal, so screens cannot be shown; use plain commands"
    case .refused(let reason): "the terminal cannot be prepared: \(reason)"
    }
  }
}
