extension ModelInput {
  /// Generates the code of the model. A part that cannot be generated is
  /// reported at its position in the model's text.
  func generate(
    _ outcome: inout Outcome, _ body: (inout Outcome) throws -> Void
  ) throws {
    do {
      try body(&outcome)
    } catch let error as GenerationDiagnostic {
      outcome.fail(text(of: error))
    }
  }

  /// The names that are not valid in generated code, each with its place, in the order
  /// of places.
  var nameFaults: [String] {
    guard !hasErrors, let model else { return [] }
    return SwiftGenerator.nameFaults(of: model)
      .map { (place: place(of: $0), text: text(of: $0)) }
      .sorted { ($0.place.file, $0.place.line) < ($1.place.file, $1.place.line) }
      .map(\.text)
  }

  /// Returns the types and entities of the model that are also declared by one
  /// of the given models, which come before it. Code for both cannot be
  /// generated into one module.
  func takenNames(after others: [ModelInput]) -> [String] {
    guard let model else { return [] }
    let taken = Dictionary(
      others.flatMap(\.placesOfNames).map { ($0.name, $0.place) }, uniquingKeysWith: { $1 })
    return SwiftGenerator.names(of: model).compactMap { place, name in
      taken[name].map {
        text(of: GenerationDiagnostic(place: place, reason: .takenInModule(name, by: $0)))
      }
    }
  }

  /// The names of the types and entities of the model, with their positions in
  /// files.
  private var placesOfNames: [(name: String, place: String)] {
    guard let model else { return [] }
    return SwiftGenerator.names(of: model).map { owner, name in
      let diagnostic = GenerationDiagnostic(place: owner, reason: .duplicateName(name))
      let (file, line, column) = place(of: diagnostic)
      return (name, line == 0 ? file : "\(file):\(line):\(column)")
    }
  }

  /// Returns the message of an error of the generator, with the position of the
  /// wrong hint or of the declaration. If the position is not found, the
  /// message only names the file.
  func text(of error: any Error) -> String {
    guard let error = error as? GenerationDiagnostic else { return "\(path): \(error)" }
    if case .template = error.reason { return error.description }
    let (file, line, column) = place(of: error)
    return line == 0 ? "\(path): \(error)" : "\(file):\(line):\(column): \(error)"
  }

  /// Returns the file, the line and the column of an error, counted from 1. If
  /// the position is not known, the line is 0.
  private func place(of error: GenerationDiagnostic) -> (file: String, line: Int, column: Int) {
    for source in sources {
      guard let place = source.place(of: error) else { continue }
      let before = source.text[..<place]
      let column = before.reversed().prefix { !$0.isNewline }.count
      return (source.path, before.count(where: \.isNewline) + 1, column + 1)
    }
    return (path, 0, 0)
  }
}

extension SourceFile {
  /// Returns the position of the hint, or of the declaration `Entity` or
  /// `Entity.property`, that a diagnostic is about; nil if it is not in this
  /// file.
  fileprivate func place(of error: GenerationDiagnostic) -> String.Index? {
    let names = error.place.prefix { $0 != " " }.split(separator: ".", maxSplits: 1)
    guard let owner = names.first,
      let start = Self.words.lazy.compactMap({ find("\($0) \(owner)", from: text.startIndex) })
        .first
    else { return nil }
    if let hint = error.reason.hint { return find(hint, from: start) }
    guard names.count == 2 else { return start }
    // A fetch is found by its name, without the labels in its title.
    let name = names[1].prefix { $0 != "(" }
    return ["fetch \(name)", "var \(name)", String(name)].lazy
      .compactMap { find($0, from: start) }.first ?? start
  }

  /// The keywords with which the declarations of types begin.
  private static let words = ["entity", "enum", "composite", "typealias"]

  /// Returns the position of a sequence of separate words; for a declaration,
  /// the position of its name. The result is nil if the words do not occur.
  private func find(_ words: String, from start: String.Index) -> String.Index? {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    let range = text[start...].ranges(of: words).first { range in
      !text[..<range.lowerBound].suffix(1).contains(where: isPart)
        && !text[range.upperBound...].prefix(1).contains(where: isPart)
    }
    guard let range else { return nil }
    guard let space = text[range].lastIndex(of: " "),
      (Self.words + ["fetch", "var"]).contains(where: words.hasPrefix)
    else { return range.lowerBound }
    return text.index(after: space)
  }
}
