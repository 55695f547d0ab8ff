/// The versions of a data model that are read.
public enum DataModelVersions: Sendable {
  /// Every version in the folder, with the current version last.
  case all
  /// Only the current version.
  case current
}

/// Reads the versions of an `.xcdatamodel` or `.xcdatamodeld`.
///
/// Common mistakes in real files are repaired, with a warning, so that the rest
/// of the model can be used. Parts that the model cannot represent go into user
/// info with the prefix `xcode.`, and `dataModelFiles(of:)` restores them.
///
/// - Parameters:
///   - files: The files of the folder.
///   - versions: The versions to read.
///   - numbers: The numbers that versions already have, by name.
public func readDataModel(
  _ files: DataModelFiles, _ versions: DataModelVersions = .all, numbers: [String: Int] = [:]
) -> DataModelReading {
  DataModelReader(files).reading(of: versions, numbers)
}

/// Reads a folder with its versions, and finds the current version.
private struct DataModelReader {
  let files: DataModelFiles

  init(_ files: DataModelFiles) {
    self.files = files
  }

  func reading(of versions: DataModelVersions, _ known: [String: Int]) -> DataModelReading {
    let found = files.versionFiles
    guard !found.isEmpty else { return DataModelReading(versions: [], diagnostics: [missing]) }
    let (current, diagnostics) = current(among: found.map(\.name))
    let numbers = VersionNumbers(found.map(\.name), current: current, known: known)
    let paths = Dictionary(first: found)
    let wanted = versions == .all ? numbers.names : [current]
    let version = { (name: String) -> DataModelReading.Version? in
      // A model without versions has no version number.
      let number = files.contents["contents"] == nil ? numbers.numbers[name] : nil
      return paths[name].map { self.version(name, file: $0, number: number) }
    }
    let read = wanted.compactMap(version)
    let mapped = DataModelMappings(files).adding(to: read, known: Set(paths.keys)) { name in
      read.first { $0.name == name } ?? version(name)
    }
    return DataModelReading(
      versions: mapped.versions,
      diagnostics: diagnostics + (versions == .all ? binaryVersions : []) + mapped.diagnostics,
      mappings: files.mappings.map(\.source))
  }

  private func version(_ name: String, file: String, number: Int?) -> DataModelReading.Version {
    let bytes = files.contents[file] ?? []
    let source = SourceFile(
      path: files.path(of: file), text: String(decoding: bytes, as: UTF8.self))
    var reading = readDataModelVersion(
      bytes, source: source, model: files.modelName, version: name, number: number)
    if let model = reading.model, let hashes = files.hashes[name] {
      reading = ModelReading(
        model: model.keepingDifferent(versionHashes: hashes), diagnostics: reading.diagnostics,
        frozenHash: nil)
    }
    return DataModelReading.Version(name: name, number: number, source: source, reading: reading)
  }

  private var binaryVersions: [Diagnostic] {
    files.binaryVersions.map { name in
      diagnostic(
        .currentVersion, "version '\(name)' is in the binary form of Xcode 3 and is left out",
        in: files.path(of: name + ".xcdatamodel"), fix: "open it in a later Xcode and save it")
    }
  }

  /// Returns a diagnostic about a file as a whole.
  private func diagnostic(
    _ name: DataModelDiagnostic, _ message: String, in path: String, fix: String
  ) -> Diagnostic {
    Diagnostic(
      severity: name.severity, name: name.rawValue, message: message, path: path, line: 1,
      column: 1, fixes: [fix])
  }

  // MARK: The current version

  private func current(among names: [String]) -> (String, [Diagnostic]) {
    let last = names.max { VersionName($0) < VersionName($1) } ?? ""
    guard let bytes = files.contents[".xccurrentversion"] else {
      guard names.count > 1 else { return (last, []) }
      return (last, [warning("nothing says which version is current", used: last)])
    }
    guard let name = CurrentVersionFile.versionName(in: bytes) else {
      return (last, [warning("this file does not name the current version", used: last)])
    }
    guard names.contains(name) else {
      return (last, [warning("there is no version '\(name)'", used: last)])
    }
    return (name, [])
  }

  private func warning(_ message: String, used name: String) -> Diagnostic {
    diagnostic(
      .currentVersion, "\(message); '\(name)' is taken", in: files.path(of: ".xccurrentversion"),
      fix: "choose 'Model Version' in Xcode's file inspector")
  }

  private var missing: Diagnostic {
    let isOld = files.contents.keys.contains { $0 == "elements" || $0.hasSuffix("/elements") }
    let message =
      isOld
      ? "this model is in the binary form of Xcode 3" : "there is no file 'contents' in this folder"
    let fix = isOld ? "open it in a later Xcode and save it" : "name a folder that Xcode made"
    return diagnostic(.invalidDataModel, message, in: files.path, fix: fix)
  }
}

/// Reads a version of a data model from its XML.
func readDataModelVersion(
  _ bytes: [UInt8], source: SourceFile, model: String, version: String, number: Int?
) -> ModelReading {
  let diagnostics = ImportDiagnostics(SourceText(source))
  let root: XMLElementNode
  do {
    root = try XMLReader.read(bytes)
  } catch {
    diagnostics.add(.invalidXML, error.message, at: error.offset)
    return ModelReading(model: nil, diagnostics: diagnostics.sorted, frozenHash: nil)
  }
  guard root.name == "model" else {
    diagnostics.add(
      .invalidDataModel, "a data model is a 'model' element, and this is '\(root.name)'",
      at: root.offset)
    return ModelReading(model: nil, diagnostics: diagnostics.sorted, frozenHash: nil)
  }
  let importer = DataModelImporter(root, diagnostics: diagnostics)
  let result = importer.model(named: model, version: version, number: number)
  let sorted = diagnostics.sorted
  let hasErrors = sorted.contains { $0.severity == .error }
  return ModelReading(model: hasErrors ? nil : result, diagnostics: sorted, frozenHash: nil)
}

/// The property list that specifies the current version.
enum CurrentVersionFile {
  private static let key = "_XCCurrentVersionName"

  /// Returns the name of the version without the extension of its folder, or
  /// nil if there is none.
  static func versionName(in bytes: [UInt8]) -> String? {
    guard let root = try? XMLReader.read(bytes), let list = root.children("dict").first else {
      return nil
    }
    let entries = list.children
    guard let index = entries.firstIndex(where: { $0.name == "key" && $0.text == key }),
      index + 1 < entries.count, entries[index + 1].name == "string"
    else { return nil }
    let name = entries[index + 1].text
    let ending = ".xcdatamodel"
    return name.hasSuffix(ending) ? String(name.dropLast(ending.utf8.count)) : name
  }

  /// Returns the property list that specifies the current version.
  static func text(naming version: String) -> String {
    let name = XMLWriter.line(
      XMLElementNode("string", content: [.text(version + ".xcdatamodel")]))
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>\(key)</key>
      \t\(name)
      </dict>
      </plist>

      """
  }
}
