/// The models that open documents belong to.
///
/// A file with a `model` line belongs to one model, together with the files
/// beside it whose `model` line has the same name. The released versions are in
/// the folder beside the file, as they are for `modelgen`.
struct Workspace {
  var documents = OpenDocuments()
  /// The addresses of open documents, as written by the editor, by path.
  private var addresses: [String: String] {
    documents.byAddress.keys.reduce(into: [:]) {
      $0[DocumentAddress.path(of: $1)] = $1
    }
  }

  /// Returns the address of a path: the editor's own address if the document is
  /// open.
  func address(of path: String) -> String { addresses[path] ?? DocumentAddress.address(of: path) }

  /// Returns the text at a path: the editor's text if it is open, otherwise the
  /// contents of the file; nil if there is neither.
  private func file(_ path: String, _ open: [String: String]) -> SourceFile? {
    if let address = open[path], let document = documents.byAddress[address] {
      return SourceFile(path: path, text: document.text)
    }
    guard let bytes = FileManager.default.contents(atPath: path),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return SourceFile(path: path, text: text)
  }

  /// Returns the files of the model that a document belongs to, starting with
  /// the document itself; nil if the document is not open.
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

  /// Returns the released versions of a model, which can be a single file or a
  /// folder of files.
  func releasedVersions(of path: String) -> [SourceFile] {
    guard path.hasPrefix("/"), path.hasSuffix(".model") else { return [] }
    let folder = Self.folder(of: path)
    let open = addresses
    return [String(path.dropLast(".model".count)), folder]
      .flatMap { Self.models(in: $0 + ".versions") }
      .compactMap { file($0, open) }
  }

  /// Returns the paths of a folder's models, sorted.
  private static func models(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".model") }.sorted().map { folder + "/" + $0 }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// Returns the name in the first `model` line of a document; nil if there is
  /// no such line.
  private static func modelName(in text: String) -> Substring? {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count > 1, words[0] == "model" { return words[1] }
    }
    return nil
  }
}
