/// A string that is folded once and compared often.
struct FoldedText {
  let bytes: [UInt8]
  let folding: TextFolding
  /// True if the original string was empty. As in Core Data, no string contains
  /// the empty string, so that an empty search field finds nothing.
  let isEmpty: Bool

  init(_ text: String, _ folding: TextFolding) {
    bytes = Array(folding.fold(text).utf8)
    self.folding = folding
    isEmpty = text.isEmpty
  }
}

/// Compares strings with folded strings, and reuses the buffer for folding.
final class FoldingBuffers {
  private var bytes: [UInt8] = []

  func equals(_ text: String, _ folded: FoldedText) -> Bool {
    with(text, folded) { text, folded, folding, buffer in
      if folding.isIdentity { return text.elementsEqual(folded) }
      folding.fold(text, into: &buffer)
      return buffer.elementsEqual(folded)
    }
  }

  func contains(_ text: String, _ folded: FoldedText) -> Bool {
    !folded.isEmpty && with(text, folded) { $2.contains($0, foldedNeedle: $1, buffer: &$3) }
  }

  func begins(_ text: String, _ folded: FoldedText) -> Bool {
    !folded.isEmpty && with(text, folded) { $2.begins($0, foldedPrefix: $1, buffer: &$3) }
  }

  func ends(_ text: String, _ folded: FoldedText) -> Bool {
    !folded.isEmpty && with(text, folded) { $2.ends($0, foldedSuffix: $1, buffer: &$3) }
  }

  func isLike(_ text: String, _ pattern: LikePattern, _ folding: TextFolding) -> Bool {
    var text = text
    return text.withUTF8 { text in
      if folding.isIdentity { return pattern.matches(text) }
      folding.fold(text, into: &bytes)
      return bytes.withUnsafeBufferPointer(pattern.matches)
    }
  }

  private func with(
    _ text: String, _ folded: FoldedText,
    _ body: (
      UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, TextFolding, inout [UInt8]
    ) -> Bool
  ) -> Bool {
    var text = text
    return text.withUTF8 { text in
      folded.bytes.withUnsafeBufferPointer { body(text, $0, folded.folding, &bytes) }
    }
  }
}
