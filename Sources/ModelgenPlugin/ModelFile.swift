import Foundation

/// A model from which code is generated, with its related files.
struct ModelFile {
  /// A `.model` file, a folder of them, or a data model of Xcode's.
  let url: URL

  /// The name that the generated file gets.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// All files that the generated code depends on. The code is generated again when any
  /// of them changes.
  var inputs: [URL] { files + versions + settings }

  /// The files of the model itself.
  var files: [URL] {
    if ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) {
      // These are the choice of the current version, and the versions.
      return url.filePaths.filter { $0 == ".xccurrentversion" || $0.hasSuffix("contents") }
        .sorted().map { url.appending(path: $0) }
    }
    return url.hasDirectoryPath ? Self.models(in: url) : [url]
  }

  /// The released versions beside the model, and the files that the tool writes for
  /// them. The package manager warns in every build about a target's file that no
  /// command reads.
  private var versions: [URL] {
    url.deletingPathExtension().appendingPathExtension("versions").entries
      .filter { ["model", "json"].contains($0.pathExtension) }
  }

  /// The name behind the word `model`, in the first line that has it; nil if the model
  /// is not a text.
  var modelName: String? {
    guard url.pathExtension == "model", let text = try? String(contentsOf: url, encoding: .utf8)
    else { return nil }
    let line = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.split(whereSeparator: \.isWhitespace) }.first { $0.first == "model" }
    return line?.dropFirst().first.map(String.init)
  }

  /// The file `modelgen.json` beside the model, and the templates that it names. If it
  /// does not exist, files with similar names, about which the tool warns.
  private var settings: [URL] {
    guard settingsFile.exists else {
      return folder.entries.filter { entry in
        let name = entry.lastPathComponent.lowercased()
        return name.contains("json") && name.filter(\.isLetter).hasPrefix("modelgen")
      }
    }
    // Templates beside the model are included even if their folder is not named yet,
    // since naming it does not plan the build again.
    let templates = Set((templateFolder.map { [$0, folder] } ?? [folder]).flatMap(\.templates))
    return [settingsFile] + templates.sorted { $0.filePath < $1.filePath }
  }

  /// The folders in which added or removed files affect the generated code.
  var folders: [URL] { [folder] + (templateFolder.map { $0.exists ? [$0.absoluteURL] : [] } ?? []) }

  private var folder: URL { url.deletingLastPathComponent() }

  private var settingsFile: URL { folder.appending(path: "modelgen.json") }

  /// The folder of templates that `modelgen.json` names.
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
  /// The path in the file system, unlike `path()`, which escapes spaces and accents.
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }

  /// The content of a folder, sorted; empty if there is no folder.
  var entries: [URL] {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: self, includingPropertiesForKeys: nil)
    return (entries ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The templates in a folder and beneath it.
  var templates: [URL] {
    filePaths.filter { $0.hasSuffix(".mustache") }
      .map { appending(path: $0).absoluteURL.standardizedFileURL }
  }

  /// True if a Swift file is anywhere beneath a folder.
  var holdsSwift: Bool { filePaths.contains { $0.hasSuffix(".swift") } }

  /// The paths of everything beneath a folder.
  var filePaths: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: filePath)) ?? []
  }
}
