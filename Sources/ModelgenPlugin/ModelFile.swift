import Foundation

/// A model from which code is generated, with its related files.
struct ModelFile {
  /// A `.model` file, a folder of such files, or an Xcode data model.
  let url: URL

  /// The name of the generated file.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// All files that the generated code depends on. If any of them changes, the code is
  /// generated again.
  var inputs: [URL] { files + versions + settings }

  /// The files of the model itself.
  var files: [URL] {
    if ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) {
      // In a data model of Xcode, these are the file that selects the current version,
      // and the versions themselves.
      return url.filePaths.filter { $0 == ".xccurrentversion" || $0.hasSuffix("contents") }
        .sorted().map { url.appending(path: $0) }
    }
    return url.hasDirectoryPath ? Self.models(in: url) : [url]
  }

  /// The released versions next to the model, and the files that the tool writes for
  /// them. They are listed because the package manager warns in every build about files
  /// of a target that no command reads.
  private var versions: [URL] {
    url.deletingPathExtension().appendingPathExtension("versions").entries
      .filter { ["model", "json"].contains($0.pathExtension) }
  }

  /// The name after the word `model`, on the first line that contains that word; nil if
  /// the model is not a text file.
  var modelName: String? {
    guard url.pathExtension == "model", let text = try? String(contentsOf: url, encoding: .utf8)
    else { return nil }
    let line = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.split(whereSeparator: \.isWhitespace) }.first { $0.first == "model" }
    return line?.dropFirst().first.map(String.init)
  }

  /// The file `modelgen.json` next to the model, and the templates that it refers to.
  /// If it does not exist, files with similar names, about which the tool warns.
  private var settings: [URL] {
    guard settingsFile.exists else {
      return folder.entries.filter { entry in
        let name = entry.lastPathComponent.lowercased()
        return name.contains("json") && name.filter(\.isLetter).hasPrefix("modelgen")
      }
    }
    // Templates next to the model are included even if `modelgen.json` does not refer
    // to their folder yet, because the build is not planned again when it does.
    let templates = Set((templateFolder.map { [$0, folder] } ?? [folder]).flatMap(\.templates))
    return [settingsFile] + templates.sorted { $0.filePath < $1.filePath }
  }

  /// The folders in which the addition or removal of files affects the generated code.
  var folders: [URL] { [folder] + (templateFolder.map { $0.exists ? [$0.absoluteURL] : [] } ?? []) }

  private var folder: URL { url.deletingLastPathComponent() }

  private var settingsFile: URL { folder.appending(path: "modelgen.json") }

  /// The folder of templates that `modelgen.json` refers to.
  private var templateFolder: URL? {
    let object = try? JSONSerialization.jsonObject(with: Data(contentsOf: settingsFile))
    let path = (object as? [String: Any])?["templates"] as? String
    return path.map { URL(filePath: $0, directoryHint: .isDirectory, relativeTo: folder) }
  }

  private static func models(in folder: URL) -> [URL] {
    folder.entries.filter { $0.pathExtension == "model" }
  }
}

extension URL {
  /// The path in the file system without escapes, which `path()` adds for spaces and
  /// accents.
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }

  /// The contents of a folder, sorted; empty if there is no folder.
  var entries: [URL] {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: self, includingPropertiesForKeys: nil)
    return (entries ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The templates in a folder and its subfolders.
  var templates: [URL] {
    filePaths.filter { $0.hasSuffix(".mustache") }
      .map { appending(path: $0).absoluteURL.standardizedFileURL }
  }

  /// True if a folder contains a Swift file at any depth.
  var holdsSwift: Bool { filePaths.contains { $0.hasSuffix(".swift") } }

  /// The relative paths of all items in a folder and its subfolders.
  var filePaths: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: filePath)) ?? []
  }
}
