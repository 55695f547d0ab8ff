/// The models that open texts belong to.
///
/// A file with a `model` line belongs to one model together with the files beside it
/// that name the same model. Its released versions are in the folder beside it, as for
/// `modelgen`.
struct Workspace {
  var documents = OpenDocuments()
  /// The addresses of open texts as the editor wrote them, by path.
  private var addresses: [String: String] {
    documents.byAddress.keys.reduce(into: [:]) {
      $0[DocumentAddress.path(of: $1)] = $1
    }
  }

  /// The address of a path: the editor's own if the text is open.
  func address(of path: String) -> String { addresses[path] ?? DocumentAddress.address(of: path) }

  /// The text at a path: the editor's if it is open, otherwise the file's.
  private func file(_ path: String, _ open: [String: String]) -> SourceFile? {
    if let address = open[path], let document = documents.byAddress[address] {
      return SourceFile(path: path, text: document.text)
    }
    guard let bytes = FileManager.default.contents(atPath: path),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return SourceFile(path: path, text: text)
  }

  /// The files of the model that an open text belongs to, the text itself first; nil if
  /// it is not open.
  func files(around address: String) -> [SourceFile]? {
    guard let document = documents.byAddress[address] else { return nil }
    let path = DocumentAddress.path(of: address)
    let own = SourceFile(path: path, text: document.text)
    guard path.hasPrefix("/"), let name = Self.modelName(in: own.text),
      !Self.folder(of: path).hasSuffix(".versions")
    else { return [own] }
    let open = addresses
    let others = Self.models(in: Self.folder(of: path)).filter { $0 != path }
      .compactMap { file($0, open) }
      .filter { Self.modelName(in: $0.text) == name }
    return [own] + others
  }

  /// The released versions of a model that is one file or a folder.
  func releasedVersions(of path: String) -> [SourceFile] {
    guard path.hasPrefix("/"), path.hasSuffix(".model") else { return [] }
    let folder = Self.folder(of: path)
    let open = addresses
    return [String(path.dropLast(".model".count)), folder]
      .flatMap { Self.models(in: $0 + ".versions") }
      .compactMap { file($0, open) }
  }

  /// The paths of a folder's models, sorted.
  private static func models(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".model") }.sorted().map { folder + "/" + $0 }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The name in the first `model` line of a text.
  private static func modelName(in text: String) -> Substring? {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count > 1, words[0] == "model" { return words[1] }
    }
    return nil
  }
}
