/// A model in the form of the files of an `.xcdatamodel` or `.xcdatamodeld`.
public struct DataModelExport: Sendable, Hashable {
  /// The contents of the files, by their paths in the folder.
  public let files: [String: String]
  /// The content of each mapping model between versions, by its path beside the
  /// folder: `Notes 1 to 2.xcmappingmodel/xcmapping.xml`.
  public internal(set) var mappings: [String: String] = [:]
  /// Descriptions of the parts of the models that Xcode's format cannot
  /// represent.
  public let losses: [String]
}

/// Returns the files of an `.xcdatamodeld` folder with the versions of a model.
///
/// - Parameters:
///   - versions: The versions, in the order of their names.
///   - current: The index of the current version.
///   - folder: The name of the folder, without its extension.
public func dataModelFiles(
  of versions: [ManagedObjectModel], current: Int, folder: String = "Model"
) -> DataModelExport {
  var files: [String: String] = [:]
  var losses: [String] = []
  var names: [String] = []
  for model in versions {
    let name = ImportedName.free(VersionFolder.name(of: model)) { names.contains($0) }
    names.append(name)
    let exporter = DataModelExporter(model)
    files[name + ".xcdatamodel/contents"] = XMLWriter.document(exporter.root)
    for loss in exporter.losses.texts where !losses.contains(loss) { losses.append(loss) }
  }
  if names.indices.contains(current) {
    files[".xccurrentversion"] = CurrentVersionFile.text(naming: names[current])
  }
  let lost = ExportLosses()
  let mappings = mappingFiles(of: Array(zip(names, versions)), folder: folder, losses: lost)
  return DataModelExport(files: files, mappings: mappings, losses: losses + lost.texts)
}

/// Returns the mapping models in the versions' migration blocks, by path.
private func mappingFiles(
  of versions: [(name: String, model: ManagedObjectModel)], folder: String, losses: ExportLosses
) -> [String: String] {
  var files: [String: String] = [:]
  for new in versions {
    for migration in new.model.migrations {
      guard let mapping = migration.mapping else { continue }
      guard let old = versions.first(where: { ($0.model.version ?? 1) == migration.fromVersion })
      else {
        losses.add("the migration from version \(migration.fromVersion)")
        continue
      }
      let paths = [old.name, new.name].map { "\(folder).xcdatamodeld/\($0).xcdatamodel" }
      let exporter = MappingModelExporter(
        mapping, from: old.model, to: new.model, paths: (paths[0], paths[1]), losses: losses)
      let name = "\(folder) \(migration.fromVersion) to \(new.model.version ?? 1)"
      files["\(name).xcmappingmodel/xcmapping.xml"] = exporter.text
    }
  }
  return files
}

/// Returns the files of an `.xcdatamodel` folder with a single model.
public func dataModelFiles(of model: ManagedObjectModel) -> DataModelExport {
  let exporter = DataModelExporter(model)
  let contents = XMLWriter.document(exporter.root)
  // A mapping model requires two versions, and this is a single model.
  for migration in model.migrations where migration.mapping != nil {
    exporter.losses.add("the migration from version \(migration.fromVersion)")
  }
  return DataModelExport(files: ["contents": contents], losses: exporter.losses.texts)
}

/// Returns the name and number of the data model version that a file was
/// imported from, or nil if the file contains no number.
///
/// Only the header is read.
public func dataModelVersion(of file: SourceFile) -> (name: String, number: Int)? {
  let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
  let isDeclaration = { (line: Substring) in
    ["entity ", "abstract ", "composite ", "enum ", "typealias "].contains { line.hasPrefix($0) }
  }
  let header = lines.prefix { !isDeclaration($0) }.joined(separator: "\n")
  let reading = readModel([SourceFile(path: file.path, text: header)])
  guard let model = reading.model, let number = model.version else { return nil }
  return (VersionFolder.name(of: model), number)
}

/// The names of the folders of versions.
enum VersionFolder {
  /// Returns the name of a version, such as `Bank` or `Bank 2`, or the imported
  /// name.
  static func name(of model: ManagedObjectModel) -> String {
    if let name = model.userInfo[PreservedAttribute.prefix + "versionName"], isName(name) {
      return name
    }
    guard let version = model.version, version > 1 else { return model.name }
    return "\(model.name) \(version)"
  }

  /// Returns whether a string can be the name of a folder.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") && !text.contains("\0")
  }
}
