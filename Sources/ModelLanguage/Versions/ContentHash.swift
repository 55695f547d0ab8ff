/// Returns the hash that seals a released version: eight hexadecimal digits.
///
/// The hash covers the formatted text without `@frozen`, so that neither freezing nor
/// formatting a file changes its hash. It detects edits, not forgeries.
package func contentHash(of file: SourceFile) -> String {
  let text = formatted(SourceFile(path: file.path, text: unsealed(file))).text
  // This is the 32-bit FNV-1a hash.
  var hash: UInt32 = 2_166_136_261
  for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

/// Returns the text of a released version, with its hash in `@frozen`.
///
/// Text without a readable `model` line is returned unchanged.
package func frozenText(of file: SourceFile) -> String {
  let plain = SourceFile(path: file.path, text: unsealed(file))
  var parser = Parser(SourceText(plain), file: 0, diagnostics: SourceDiagnostics())
  guard let header = parser.parseFile().header else { return file.text }
  let end = header.span.end
  let edit = Diagnostic.Edit(
    path: file.path, start: Int(end), end: Int(end),
    replacement: " @frozen(\"\(contentHash(of: plain))\")")
  return formatted(plain.applying([edit])).text
}

/// Returns the text without the `@frozen` attribute of its `model` line.
private func unsealed(_ file: SourceFile) -> String {
  var parser = Parser(SourceText(file), file: 0, diagnostics: SourceDiagnostics())
  let attributes = parser.parseFile().header?.attributes ?? []
  let edits = attributes.filter { $0.name.text == "frozen" }.map {
    Diagnostic.Edit(
      path: file.path, start: Int($0.span.start), end: Int($0.span.end), replacement: "")
  }
  return file.applying(edits).text
}
