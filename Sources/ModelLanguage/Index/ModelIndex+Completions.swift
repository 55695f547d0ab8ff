extension ModelIndex {
  /// Returns the names that are valid at a byte offset, the range that a name
  /// would replace, and an index of the model in which these names are
  /// declared.
  ///
  /// The text is read again with a placeholder at that position, which is never
  /// a valid name. The completions are the names that the checker would choose
  /// its suggestions from. If a plain word is not valid there, an attribute or
  /// a case is tried. If parentheses or a migration step are still open, their
  /// end is added.
  package static func completions(
    at offset: Int, file: Int, in files: [SourceFile], released: [ReleasedText] = []
  ) -> (completions: [Completion], replaced: Range<Int>, index: ModelIndex?) {
    let bytes = Array(files[file].text.utf8)
    let word = word(at: min(offset, bytes.count), in: bytes)
    guard !isInText(word.lowerBound, bytes, files[file]) else { return ([], word, nil) }
    let hasSign = word.lowerBound > 0 && "@$.#".utf8.contains(bytes[word.lowerBound - 1])
    for sign in hasSign ? [""] : ["", "@", "."] {
      for end in ["", ")"] + stepEnds(before: word.lowerBound, in: bytes) {
        let probed = probed(sign, end, at: word, of: bytes, file: file, in: files)
        let index = ModelIndex(probed, released: released)
        let candidates = index.candidates(sign)
        if !candidates.isEmpty { return (candidates, word, index) }
      }
    }
    return ([], word, nil)
  }

  /// Returns the files with the placeholder instead of a word.
  private static func probed(
    _ sign: String, _ end: String, at word: Range<Int>, of bytes: [UInt8], file: Int,
    in files: [SourceFile]
  ) -> [SourceFile] {
    var probed = bytes
    probed.replaceSubrange(word, with: Array((sign + NameIndex.probe + end).utf8))
    var files = files
    files[file] = SourceFile(
      path: files[file].path, text: String(decoding: probed, as: UTF8.self))
    return files
  }

  /// Returns the names that are valid after a prefix such as `@`.
  private func candidates(_ sign: String) -> [Completion] {
    names.candidates.map { candidate in
      Completion(
        name: candidate.name, prefix: sign.isEmpty ? "" : candidate.prefix, kind: candidate.kind,
        owner: candidate.owner, version: candidate.version)
    }
  }

  /// Returns the missing end of the migration step on the line of an offset.
  private static func stepEnds(before offset: Int, in bytes: [UInt8]) -> [String] {
    let line =
      bytes[..<offset].split(
        separator: .lineFeed, omittingEmptySubsequences: false
      ).last ?? []
    let words = line.split { " \t".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    switch words.first {
    case "insert": return [" {}"]
    case "map", "mapping": return [" {}", " -> __none__ {}"]
    default: return []
    }
  }

  /// Returns the range of the word around an offset, which may be empty.
  private static func word(at offset: Int, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (offset, offset)
    while start > 0, bytes[start - 1].isNamePart || bytes[start - 1] >= 0x80 { start -= 1 }
    while end < bytes.count, bytes[end].isNamePart || bytes[end] >= 0x80 { end += 1 }
    return start..<end
  }

  /// Returns whether an offset is in a comment or in a string.
  private static func isInText(_ offset: Int, _ bytes: [UInt8], _ file: SourceFile) -> Bool {
    var lexer = Lexer(SourceText(file), file: 0, diagnostics: SourceDiagnostics())
    let stream = lexer.tokenize()
    let isInComment = stream.comments.contains { comment in
      Int(comment.start) < offset
        && (offset < Int(comment.end) || (comment.kind != .block && offset == Int(comment.end)))
    }
    return isInComment
      || stream.tokens.contains { token in
        switch token.kind {
        case .string, .multilineString, .regex:
          Int(token.start) < offset && offset < Int(token.end)
        default: false
        }
      }
  }
}
