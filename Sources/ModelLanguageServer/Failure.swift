/// A request that cannot be answered, with the protocol's error code.
enum Failure: Error, Hashable {
  case parse(String)
  case request(String)
  case method(String)
  case parameters(String)
  case notInitialized
  /// A request that would do harm, such as a rename to a name that is already
  /// used.
  case refused(String)

  private var code: Int {
    switch self {
    case .parse: -32700
    case .request: -32600
    case .method: -32601
    case .parameters: -32602
    case .notInitialized: -32002
    case .refused: -32803
    }
  }

  private var message: String {
    switch self {
    case .parse(let text), .request(let text), .parameters(let text), .refused(let text): text
    case .method(let name): "no method '\(name)'"
    case .notInitialized: "'initialize' comes first"
    }
  }

  /// Returns the error response to a request.
  func response(to id: JSONTree) -> JSONTree {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .integer(code), "message": .string(message)],
    ]
  }
}
