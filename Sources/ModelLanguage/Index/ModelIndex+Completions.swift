extension ModelIndex {
  /// The names that could stand at a byte offset, the stretch that one of them
  /// would replace, and the model around them as far as they tell about it.
  ///
  /// The text is read once more with a word in that place that nothing is
  /// called; what the checker would have chosen a suggestion from, were it a
  /// mistake, are the names. Where a plain word cannot stand, an attribute or
  /// a case is tried, and where parentheses or a migration's step are still
  /// open, their end.
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

  /// The files with the probe in the place of a word.
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

  /// Returns the names that could stand in place of the probe behind a sign.
  private func candidates(_ sign: String) -> [Completion] {
    names.candidates.map { candidate in
      Completion(
        name: candidate.name, prefix: sign.isEmpty ? "" : candidate.prefix, kind: candidate.kind,
        owner: candidate.owner, version: candidate.version)
    }
  }

  /// Returns what is still missing of a migration's step on whose line an
  /// offset is.
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

  /// The word around an offset; empty where there is none.
  private static func word(at offset: Int, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (offset, offset)
    while start > 0, bytes[start - 1].isNamePart || bytes[start - 1] >= 0x80 { start -= 1 }
    while end < bytes.count, bytes[end].isNamePart || bytes[end] >= 0x80 { end += 1 }
    return start..<end
  }

  /// A Boolean value that says whether an offset stands in a comment or within
  /// quotes.
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
