/// The command `modelgen-lsp`: a server that uses a stream of bytes.
package enum ServerCommand {
  /// Returns the answer to arguments that only request information; nil if the
  /// server must run.
  package static func text(for arguments: [String]) -> (text: String, status: Int32)? {
    switch arguments {
    case [], ["--stdio"]: nil
    case ["--version"]: (PackageVersion.current, 0)
    case ["--help"], ["-h"]: (help, 0)
    default: ("modelgen-lsp: unknown arguments\n\n" + help, 2)
    }
  }

  private static let help = """
    modelgen-lsp: the language server of .model files

    Started by an editor, it speaks the Language Server Protocol 3.17 over standard
    input and output. 'modelgen editor NAME' writes the configuration that starts it.

    usage: modelgen-lsp [--stdio]

      --stdio     what it does anyway; some editors pass it
      --version   prints the version
    """

  /// The time in milliseconds to wait for a request after a change, before
  /// diagnostics are computed: editors send both at the same time.
  private static let pause: Int32 = 10

  /// Runs the server until the conversation is over or the input ends.
  ///
  /// - Parameters:
  ///   - waits: A closure that returns true if bytes arrive within the given
  ///     number of milliseconds.
  ///   - read: A closure that returns the next bytes, or an empty array at the
  ///     end.
  ///   - write: A closure that writes bytes; it returns false if there is no
  ///     longer a reader.
  /// - Returns: The exit status.
  package static func serve(
    waits: (_ milliseconds: Int32) -> Bool, read: () -> [UInt8], write: ([UInt8]) -> Bool
  ) -> Int32 {
    let server = LanguageServer()
    var reader = MessageReader()
    while server.exitStatus == nil {
      if server.isBehind, !waits(pause) {
        let messages = server.diagnostics { !waits(0) }
        for message in messages where !write(MessageReader.framed(message)) { return 1 }
      }
      let bytes = read()
      guard !bytes.isEmpty else { return 1 }
      reader.append(bytes)
      while server.exitStatus == nil, let event = reader.next() {
        let answers =
          switch event {
          case .message(let message): server.answers(to: message)
          case .broken(let reason): server.answer(broken: reason)
          }
        for answer in answers where !write(MessageReader.framed(answer)) { return 1 }
      }
    }
    return server.exitStatus ?? 1
  }
}
