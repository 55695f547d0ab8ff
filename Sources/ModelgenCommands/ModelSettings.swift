import ModelLanguage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of `generate` that a project keeps beside its models, in
/// `modelgen.json`: those of a command line come before them, and a target that
/// the build tool plugin generates has no other.
struct ModelSettings {
  /// What the file is called.
  static let name = "modelgen.json"
  /// The options that it may hold, without their dashes.
  static let keys = ["access", "error", "template-set", "templates", "xcode-accessors"]

  private let path: String
  private let files: FileSystem

  /// The settings beside a model.
  init(of model: String, files: FileSystem) {
    var model = model
    while model.hasSuffix("/") { model.removeLast() }
    path = Path.joined(Path.folder(model), Self.name)
    self.files = files
  }

  /// Arguments with the settings where they say nothing themselves.
  func added(to arguments: CommandArguments) throws(FileSystem.Failure) -> CommandArguments {
    var arguments = arguments
    for (key, value) in try values().sorted(by: { $0.key < $1.key }) {
      var given = value.texts
      // A folder of templates is found from where its name is written.
      if key == "templates" { given = given.map { Path.joined(Path.folder(path), $0) } }
      do {
        if value != .boolean(false) { try arguments.setDefault("--\(key)", given) }
      } catch {
        throw failure(error.message)
      }
    }
    return arguments
  }

  private enum Value: Decodable, Equatable {
    case boolean(Bool)
    case text(String)
    case list([String])

    var texts: [String] {
      switch self {
      case .boolean: []
      case .text(let text): [text]
      case .list(let texts): texts
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isSet = try? container.decode(Bool.self) {
        self = .boolean(isSet)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([String].self))
      }
    }
  }

  /// What the file says; nothing where there is none.
  private func values() throws(FileSystem.Failure) -> [String: Value] {
    guard files.exists(path) else { return [:] }
    let data = Data(try files.bytes(of: path))
    guard let values = try? JSONDecoder().decode([String: Value].self, from: data) else {
      throw failure(
        "this is not a JSON object of texts, lists of texts, true and false")
    }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard Self.keys.contains(key) else {
        let near = Suggestions.matches(for: key, among: Self.keys).first
        throw failure("unknown key '\(key)'\(near.map { "; did you mean '\($0)'?" } ?? "")")
      }
      guard Self.takes(key, value) else {
        throw failure("'\(key)' takes \(Self.kind(of: key))")
      }
    }
    return values
  }

  private static func takes(_ key: String, _ value: Value) -> Bool {
    switch value {
    case .boolean: key == "xcode-accessors"
    case .text: key != "xcode-accessors"
    case .list: key == "error"
    }
  }

  private static func kind(of key: String) -> String {
    switch key {
    case "xcode-accessors": "true or false"
    case "error": "a text or a list of texts"
    default: "a text"
    }
  }

  private func failure(_ message: String) -> FileSystem.Failure {
    FileSystem.Failure(
      message: "\(path):1:1: error: \(message)\nfix: it holds "
        + Self.keys.map { "'\($0)'" }.joined(separator: ", ") + " as 'modelgen generate' has them")
  }
}
