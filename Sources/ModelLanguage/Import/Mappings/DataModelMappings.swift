/// The mapping models of a data model, and the versions that they connect.
///
/// A mapping model contains the paths of its models in the project. The last
/// component of a path is the name of the version. A mapping model for another
/// bundle does not belong to this data model.
struct DataModelMappings {
  private let files: DataModelFiles

  init(_ files: DataModelFiles) {
    self.files = files
  }

  /// Returns the versions with the steps of the mapping models that lead to them.
  ///
  /// - Parameters:
  ///   - known: The names of all versions.
  ///   - version: A closure that returns the older version with the given name.
  func adding(
    to versions: [DataModelReading.Version], known: Set<String>,
    version: (String) -> DataModelReading.Version?
  ) -> (versions: [DataModelReading.Version], diagnostics: [Diagnostic]) {
    var result = versions
    var found: [Diagnostic] = []
    for file in files.mappings.sorted(by: { $0.path < $1.path }) {
      let diagnostics = ImportDiagnostics(SourceText(file.source))
      defer { found += diagnostics.sorted }
      guard let document = read(file, diagnostics),
        let names = names(in: document, file, known: known, diagnostics),
        let index = result.firstIndex(where: { $0.name == names.new }),
        let new = result[index].reading.model,
        let older = version(names.old), let old = older.reading.model, let number = older.number
      else { continue }
      guard new.migrations.allSatisfy({ $0.fromVersion != number }) else {
        diagnostics.add(
          .mappingModel,
          "another mapping model leads from '\(names.old)' to '\(names.new)'; this one is left out",
          at: document.root.element.offset)
        continue
      }
      let importer = MappingImporter(document, from: old, to: new, diagnostics: diagnostics)
      result[index].add(MigrationDescription(fromVersion: number, steps: importer.steps()))
    }
    return (result, found)
  }

  private func read(
    _ file: DataModelFiles.Mapping, _ diagnostics: ImportDiagnostics
  ) -> MappingDocument? {
    do {
      if let document = MappingDocument(try XMLReader.read(file.bytes)) { return document }
      diagnostics.add(
        .mappingModel, "this is no mapping model of Xcode's and is left out", at: 0,
        fix: "name an '.xcmappingmodel'; compiled ones, '.cdm', cannot be read")
    } catch {
      diagnostics.add(
        .mappingModel, "the mapping model is left out: \(error.message)", at: error.offset)
    }
    return nil
  }

  /// Returns the names of the two versions of a mapping model, or nil if they
  /// belong to another data model or are unknown.
  private func names(
    in document: MappingDocument, _ file: DataModelFiles.Mapping, known: Set<String>,
    _ diagnostics: ImportDiagnostics
  ) -> (old: String, new: String)? {
    let paths = ["sourcemodelpath", "destinationmodelpath"].map {
      MappedModelPath(document.root.text($0) ?? "")
    }
    let isOwn = paths.allSatisfy { $0.bundle == nil || $0.bundle == files.folderName }
    if paths.allSatisfy({ known.contains($0.version) }), isOwn || file.isNamed {
      return (paths[0].version, paths[1].version)
    }
    guard isOwn || file.isNamed else { return nil }
    let missing = paths.first { !known.contains($0.version) }?.version ?? ""
    diagnostics.add(
      .mappingModel,
      missing.isEmpty
        ? "the mapping model does not say between which versions it leads, and is left out"
        : "the mapping model is left out: there is no version '\(missing)'",
      at: document.root.place(of: "sourcemodelpath"))
    return nil
  }
}

extension DataModelReading.Version {
  /// Adds a migration block to the model.
  fileprivate mutating func add(_ migration: MigrationDescription) {
    guard var model = reading.model, !migration.steps.isEmpty else { return }
    model.migrations.append(migration)
    model.migrations.sort { $0.fromVersion < $1.fromVersion }
    reading = ModelReading(model: model, diagnostics: reading.diagnostics, frozenHash: nil)
  }
}
