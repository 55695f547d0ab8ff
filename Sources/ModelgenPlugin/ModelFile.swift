import Foundation

/// A model from which code is generated, with the files that belong to it.
struct ModelFile {
  /// The location of the model, which is a `.model` file, a folder of such
  /// files, or an Xcode data model.
  let url: URL

  /// The name of the model, which is the name of its file or folder without the
  /// extension. The generated file is named after it.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// All files on which the generated code depends. If any of them changes, the
  /// code is generated again.
  var inputs: [URL] { files + versions + settings }

  /// The files that contain the model itself.
  var files: [URL] {
    if ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) {
      // In a data model of Xcode, these are the file that selects the current version,
      // and the versions themselves.
      return url.filePaths.filter { $0 == ".xccurrentversion" || $0.hasSuffix("contents") }
        .sorted().map { url.appending(path: $0) }
    }
    return url.hasDirectoryPath ? Self.models(in: url) : [url]
  }

  /// The released versions beside the model, and the files that the tool writes
  /// for them. They are inputs because the package manager warns, in every
  /// build, about files of a target that no command reads.
  private var versions: [URL] {
    url.deletingPathExtension().appendingPathExtension("versions").entries
      .filter { ["model", "json"].contains($0.pathExtension) }
  }

  /// The name that follows the keyword `model` in the model's text; nil if the
  /// model is not a text file.
  var modelName: String? {
    guard url.pathExtension == "model", let text = try? String(contentsOf: url, encoding: .utf8)
    else { return nil }
    let line = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.split(whereSeparator: \.isWhitespace) }.first { $0.first == "model" }
    return line?.dropFirst().first.map(String.init)
  }

  /// The file `modelgen.json` beside the model, and the templates to which it
  /// refers. If it does not exist, these are files with similar names, about
  /// which the tool warns.
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

  /// The folders in which added or removed files affect the generated code.
  var folders: [URL] { [folder] + (templateFolder.map { $0.exists ? [$0.absoluteURL] : [] } ?? []) }

  private var folder: URL { url.deletingLastPathComponent() }

  private var settingsFile: URL { folder.appending(path: "modelgen.json") }

  /// The folder of templates to which `modelgen.json` refers; nil if there is
  /// none.
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
  /// The path in the file system, without the escapes that `path()` adds for
  /// spaces and accents.
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }

  /// The items in the folder, in the order of their names; empty if the folder
  /// does not exist.
  var entries: [URL] {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: self, includingPropertiesForKeys: nil)
    return (entries ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The templates in the folder and its subfolders.
  var templates: [URL] {
    filePaths.filter { $0.hasSuffix(".mustache") }
      .map { appending(path: $0).absoluteURL.standardizedFileURL }
  }

  /// True if the folder or one of its subfolders contains a Swift file.
  var holdsSwift: Bool { filePaths.contains { $0.hasSuffix(".swift") } }

  /// The relative paths of all items in the folder and its subfolders; empty if
  /// the folder does not exist.
  var filePaths: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: filePath)) ?? []
  }
}
