/// The reason why a terminal cannot be used for screens.
package enum TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Input or output is not a terminal.
  case notATerminal
  /// The terminal cannot position the cursor; the kind is the value of `TERM`.
  case tooPlain(kind: String)
  /// The system rejected a change to the terminal, for the given reason.
  case refused(String)

  /// The description of the problem, with a way to solve it.
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
