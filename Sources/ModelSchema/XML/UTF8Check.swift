/// Finds the first error in bytes that should be a document in UTF-8.
enum UTF8Check {
  /// A reason why bytes are not text that XML allows.
  enum Failure {
    /// The bytes at an offset are not valid UTF-8.
    case sequence(Int)
    /// The bytes at an offset are the UTF-8 encoding of a character that XML
    /// does not allow.
    case character(UInt32, Int)
  }

  /// Returns the first error; nil if there is none.
  static func firstFailure(in bytes: [UInt8]) -> Failure? {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        guard scalar.isXMLCharacter else { return .character(scalar.value, offset) }
        offset += encoded.count
      case .error: return .sequence(offset)
      case .emptyInput: return nil
      }
    }
  }
}
