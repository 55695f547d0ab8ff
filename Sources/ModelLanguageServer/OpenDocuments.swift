/// The documents that are open in the editor, by address.
struct OpenDocuments {
  /// The text and the version of an open document.
  struct Document {
    var text: String
    var version: Int?
  }

  private(set) var byAddress: [String: Document] = [:]

  mutating func open(_ address: String, text: String, version: Int?) {
    byAddress[address] = Document(text: text, version: version)
  }

  /// Closes a document, so that the file on the disk is used again.
  mutating func close(_ address: String) { byAddress[address] = nil }

  /// Applies changes in order. Each change is the whole new text, or a range
  /// with its replacement.
  ///
  /// - Returns: False if the document is not open or a change is invalid; in
  ///   these cases, nothing is changed.
  mutating func change(_ address: String, _ changes: [JSONTree], version: Int?) -> Bool {
    guard var document = byAddress[address] else { return false }
    for change in changes {
      guard let text = change["text"]?.string else { return false }
      guard let range = change["range"], range != .null else {
        document.text = text
        continue
      }
      let positions = TextPositions(SourceFile(path: address, text: document.text))
      guard let start = positions.offset(of: range["start"]),
        let end = positions.offset(of: range["end"]), start <= end
      else { return false }
      var bytes = positions.source.bytes
      bytes.replaceSubrange(start..<end, with: Array(text.utf8))
      document.text = String(decoding: bytes, as: UTF8.self)
    }
    document.version = version
    byAddress[address] = document
    return true
  }
}
