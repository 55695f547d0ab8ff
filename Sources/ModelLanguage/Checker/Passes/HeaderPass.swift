/// Reads the `model` lines. Each file must have such a line, and all files must
/// name the same model.
struct HeaderPass: CheckPass {
  let symbols: SymbolTable

  func run() {
    for (index, file) in symbols.files.enumerated() where file.header == nil {
      let start = Span(file: Int32(index), start: 0, end: 0)
      // The line exists but could not be read. This has been reported.
      guard !file.brokenNames.contains("model") else { continue }
      diagnostics.add(
        SourceDiagnostic(.missingModelHeader, "the file has no 'model' line", at: start)
          .fix("begin it with 'model Name @version(1)'"))
    }
    let headers = symbols.files.compactMap(\.header)
    guard let first = headers.first else { return }
    for header in headers.dropFirst() where header.name.text != first.name.text {
      report(
        .headerMismatch,
        "this file belongs to model '\(header.name.text)', the others to '\(first.name.text)'",
        at: header.name.span
      ) { $0.note("the name of the model", at: first.name.span) }
    }
    symbols.model.documentation = headers.lazy.compactMap(\.documentation).first
    headers.forEach(readHeader)
  }

  private func readHeader(_ header: HeaderSyntax) {
    let attributes = header.attributes
    annotations.checkAttributes(attributes, on: [.model], describedAs: "a model")
    if let version = attributes.named("version").flatMap(version(of:)) {
      symbols.model.version = version
    }
    if let access = annotations.access(in: attributes) { symbols.model.access = access }
    if let identifier = attributes.named("identifier") {
      symbols.model.versionIdentifiers = annotations.texts(of: identifier)
    }
    if let frozen = attributes.named("frozen") { symbols.frozenHash = annotations.text(of: frozen) }
    symbols.model.userInfo.merge(annotations.userInfo(in: attributes)) { _, new in new }
    annotations.allowWarnings(attributes, in: header.span)
  }

  private func version(of attribute: AttributeSyntax) -> Int? {
    guard attribute.arguments.count == 1, let argument = attribute.arguments[0].expression,
      case .integer(let digits) = argument.kind, !digits.hasPrefix("-")
    else {
      return annotations.refuseArguments(attribute, "a whole number", example: "@version(2)")
    }
    guard let version = Int32(digits) else {
      return refuse(.invalidLiteral, "a version is at most \(Int32.max)", at: argument.span)
    }
    return Int(version)
  }
}
