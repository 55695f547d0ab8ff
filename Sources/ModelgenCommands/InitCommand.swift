/// The command `modelgen init`, which creates a first model or package as a
/// starting point.
struct InitCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    if let folder = arguments.value("--package") { return try package(in: folder, &outcome) }
    let name = try arguments.single("the name of a model")
    guard let first = name.first, first.isUppercase, name.allSatisfy({ $0.isLetter || $0.isNumber })
    else {
      throw UsageError.other(
        "'\(name)' is no name of a model", fix: "write a type's name, such as 'Shop'")
    }
    let path = "Models/\(name).model"
    guard !files.exists(path) else { return outcome.fail("error: '\(path)' is there already") }
    try OutputWriter(files: files).write(Self.text(name), to: path, replacing: .always, &outcome)
    outcome.print("next: 'modelgen \(path)', or add ModelgenPlugin to a target '\(name)Model'")
  }

  /// Writes a package, if none of its files exists.
  private func package(in folder: String, _ outcome: inout Outcome) throws {
    if let word = arguments.operands.first {
      throw UsageError.unexpectedOperand(word, arguments.command)
    }
    let own = Path.name(files.absolute(folder))
    let name = Self.programName(own)
    guard name.first?.isLetter == true else {
      throw UsageError.other(
        "no name of a program can be made of '\(own)'",
        fix: "give the folder a name that begins with a letter from A to Z, such as '../music'")
    }
    let package = StarterPackage(
      try dependency(
        arguments.value("--dependency"), option: "--dependency", in: folder, program: name))
    try OutputWriter(files: files).write(
      all: package.files.map { (Path.joined(folder, $0.path), $0.text) },
      replacing: .never(fix: "name a folder of its own for the package"), &outcome)
    if outcome.status == .success {
      outcome.print("next: cd \(folder.asShellWord) && swift run")
      outcome.print("      swift test")
      outcome.print("      swift package modelgen freeze Sources/\(name)/\(package.model).model")
    }
  }

  /// Returns the name of a program, which is also the name of a target and a
  /// file, for the name of a folder, such as `mu-sic` for `mü sic`.
  private static func programName(_ folder: String) -> String {
    let letters = folder.unicodeScalars.map { scalar -> Character in
      if scalar.isASCII { return Character(scalar) }
      // 'LATIN SMALL LETTER U WITH DIAERESIS' is a 'u'. A character that
      // corresponds to no ASCII letter separates words.
      let words = (scalar.properties.name ?? "").split(separator: " ")
      let isPlain = words.count > 3 && words[0] == "LATIN" && words[2] == "LETTER"
      guard isPlain, words[3].count == 1, let letter = words[3].first else {
        // A combining mark belongs to the letter before it.
        return scalar.properties.generalCategory == .nonspacingMark ? "\u{0}" : " "
      }
      return words[1] == "SMALL" ? Character(letter.lowercased()) : letter
    }
    return letters.filter { $0 != "\u{0}" }
      .split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.map { String($0) }
      .joined(separator: "-")
  }

  private static func text(_ name: String) -> String {
    """
    /// What this model is about.
    model \(name) @version(1) @access(public)

    /// One thing.
    entity Item {
        /// What it is called; never empty.
        var name: String @length(1...)
        var createdAt: Date = now()
        /// The labels that it carries.
        var labels: Set<Label> @inverse(items)

        index byName(name)

        /// Items whose name contains a text, ignoring case, in name order.
        fetch named(_ text: String) -> [Item] {
            where name.contains($text, .caseInsensitive)
            sort name
        }
    }

    /// A free label.
    entity Label {
        var text: String @unique @length(1...)
        var items: Set<Item> @inverse(labels)
    }

    """
  }
}
