/// The options of `generate` that a project keeps beside its models, in
/// `modelgen.json`. Options on the command line take precedence. For the code
/// that the build tool plugin generates, there are no other options.
struct ModelSettings {
  /// The name of the settings file.
  static let name = "modelgen.json"
  /// The options that the settings can contain, without their dashes.
  static let keys = ["access", "error", "template-set", "templates", "xcode-accessors"]

  let path: String
  private let files: FileSystem

  /// Finds the settings beside a model.
  init(of model: String, files: FileSystem) {
    path = Path.joined(Path.folder(String(model.trimmingEnd { $0 == "/" })), Self.name)
    self.files = files
  }

  /// A warning about a file whose name is similar to `modelgen.json`; nil if
  /// there is no such file, or if the settings exist.
  var warning: String? {
    let folder = Path.folder(path)
    guard !files.exists(path),
      let near = files.names(in: folder).first(where: Self.isNear)
    else { return nil }
    let found = Path.joined(folder, near)
    return "warning: '\(found)' is not read\n"
      + "fix: options of a model stand in '\(Self.name)', as JSON"
  }

  /// Returns whether a file name is similar to the name of the settings file:
  /// with different case or punctuation, an additional letter, or the extension
  /// of another format.
  private static func isNear(_ file: String) -> Bool {
    let letters = file.lowercased().filter(\.isLetter)
    if letters.hasPrefix(base), endings.contains(String(letters.dropFirst(base.count))) {
      return true
    }
    // The parts are compared separately, since `models.json` has the same
    // extension.
    let parts = file.split(separator: ".").map(String.init)
    return parts.count == 2 && !Suggestions.matches(for: parts[0], among: [base]).isEmpty
      && !Suggestions.matches(for: parts[1], among: ["json"]).isEmpty
  }

  private static let base = "modelgen"
  private static let endings = ["json", "jsonc", "jsontxt", "yaml", "yml", "toml"]

  /// Returns the arguments, together with the settings for options that do not
  /// occur in the arguments.
  func added(to arguments: CommandArguments) throws(FileSystem.Failure) -> CommandArguments {
    guard files.exists(path) else { return arguments }
    let source = SourceText(SourceFile(path: path, text: try files.writtenText(of: path)))
    do throws(SettingsReader.Mistake) {
      var arguments = arguments
      for member in try SettingsReader.members(of: source.bytes) {
        try add(member, to: &arguments)
      }
      return arguments
    } catch {
      let place = source.position(at: Int32(error.offset))
      throw FileSystem.Failure(
        message: "\(path):\(place.line):\(place.column): error: \(error.message)\nfix: it holds "
          + Self.keys.map { "'\($0)'" }.joined(separator: ", ")
          + " as 'modelgen generate' has them")
    }
  }

  private func add(
    _ member: SettingsReader.Member, to arguments: inout CommandArguments
  ) throws(SettingsReader.Mistake) {
    let key = member.key.text
    guard Self.keys.contains(key) else {
      throw .init(
        message: "unknown key '\(key)'"
          + Suggestions.question(among: Suggestions.matches(for: key, among: Self.keys)),
        offset: member.key.offset)
    }
    switch (key, member.value) {
    case ("xcode-accessors", .boolean(let isSet)):
      if isSet { arguments.setDefault("--\(key)", []) }
    case ("error", .text(let name)): try setErrors([name], in: &arguments)
    case ("error", .list(let names)): try setErrors(names, in: &arguments)
    case ("templates", .text(let folder)):
      // The path of the folder is relative to the settings file.
      let found = Path.joined(Path.folder(path), folder.text)
      guard files.isFolder(found) else {
        throw .init(message: "there is no folder '\(found)'", offset: folder.offset)
      }
      arguments.setDefault("--\(key)", [found])
    case ("access", .text(let text)), ("template-set", .text(let text)):
      let choices = arguments.command.option("--\(key)")?.choices ?? []
      try check(text, "'\(key)' cannot be '\(text.text)'", among: choices)
      arguments.setDefault("--\(key)", [text.text])
    default:
      throw .init(message: "'\(key)' takes \(Self.kind(of: key))", offset: member.offset)
    }
  }

  private func setErrors(
    _ names: [SettingsReader.Text], in arguments: inout CommandArguments
  ) throws(SettingsReader.Mistake) {
    let known = DiagnosticCatalog.all.map(\.name)
    for name in names { try check(name, "no message '\(name.text)'", among: known) }
    arguments.setDefault("--error", names.map(\.text))
  }

  private func check(
    _ text: SettingsReader.Text, _ message: String, among known: [String]
  ) throws(SettingsReader.Mistake) {
    guard !known.contains(text.text) else { return }
    let near = Suggestions.matches(for: text.text, among: known)
    // Only a short list of values is shown.
    let listed = known.count < 5 ? ": it is one of \(known.joined(separator: ", "))" : ""
    throw .init(
      message: message + (near.isEmpty ? listed : Suggestions.question(among: near)),
      offset: text.offset)
  }

  private static func kind(of key: String) -> String {
    switch key {
    case "xcode-accessors": "true or false"
    case "error": "a text or a list of texts"
    default: "a text"
    }
  }
}
