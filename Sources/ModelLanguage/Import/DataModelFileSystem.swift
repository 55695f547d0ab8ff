/// Access to the files of data models.
///
/// Programs read files in different ways and have different errors. The
/// extensions of this protocol find the files that make up a data model.
public protocol DataModelFileSystem<Failure> {
  /// The type of error for a file that cannot be read.
  associatedtype Failure: Error

  /// Returns the names of a folder's entries, or an empty array if there is no such
  /// folder.
  func names(in folder: String) -> [String]
  /// Returns whether there is a folder at a path.
  func isFolder(_ path: String) -> Bool
  /// Returns the bytes of a file, or throws the program's error if it cannot be
  /// read.
  func bytes(of path: String) throws(Failure) -> [UInt8]
  /// Returns an error with the given message and fix.
  func failure(_ message: String, fix: String) -> Failure
}

extension DataModelFileSystem {
  /// Returns the files of an `.xcdatamodeld`, `.xcdatamodel`, `.momd` or
  /// `.mom`, including the mapping models in the same folder and its
  /// subfolders.
  ///
  /// - Parameter mappings: The paths of additional mapping models.
  /// - Throws: The program's error if there is no data model, or a file cannot
  ///   be read.
  public func dataModel(
    at path: String, mappings: [String] = []
  ) throws(Failure) -> DataModelFiles {
    var path = path
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    var files =
      DataModelFiles.isCompiled(path) ? try compiledModel(at: path) : try sourceModel(at: path)
    for mapping in mappings { files.mappings.append(try self.mapping(at: mapping)) }
    let named = Set(files.mappings.map(\.path))
    for mapping in mappingModels(beside: path) {
      let file = mapping + "/xcmapping.xml"
      guard !named.contains(file), let bytes = try? bytes(of: file) else { continue }
      files.mappings.append(DataModelFiles.Mapping(path: file, bytes: bytes))
    }
    return files
  }

  private func sourceModel(at path: String) throws(Failure) -> DataModelFiles {
    guard isFolder(path) else {
      let isThere = (try? bytes(of: path)) != nil
      throw failure(
        "cannot read '\(path)': \(isThere ? "it is no folder" : "no such folder")", fix: "")
    }
    var contents: [String: [UInt8]] = [:]
    for name in names(in: path) {
      let inner = path + "/" + name
      if isFolder(inner) {
        for file in names(in: inner) where ["contents", "elements"].contains(file) {
          contents["\(name)/\(file)"] = try bytes(of: inner + "/" + file)
        }
      } else {
        contents[name] = try bytes(of: inner)
      }
    }
    return DataModelFiles(path: path, contents: contents)
  }

  // MARK: Compiled models

  /// Returns the files of a `.momd` or `.mom`, in the form that they had before
  /// compilation.
  private func compiledModel(at path: String) throws(Failure) -> DataModelFiles {
    guard isFolder(path) else {
      return DataModelFiles(path: path, contents: ["contents": try compiledContents(path)])
    }
    var files = DataModelFiles(path: path, contents: [:])
    for name in names(in: path) {
      let inner = path + "/" + name
      if name.hasSuffix(".mom") {
        files.contents["\(name.dropLast(4)).xcdatamodel/contents"] = try compiledContents(inner)
      } else if name == "VersionInfo.plist" {
        let information = CompiledVersionInformation(try bytes(of: inner))
        files.hashes = information?.hashes ?? [:]
        let current = information?.current.map(CurrentVersionFile.text(naming:))
        files.contents[".xccurrentversion"] = current.map { Array($0.utf8) }
      }
    }
    return files
  }

  private func compiledContents(_ path: String) throws(Failure) -> [UInt8] {
    guard !path.hasSuffix(".omo") else {
      throw failure(
        "'\(path)' is the form of a compiled model that Core Data loads faster, and cannot be read",
        fix: "name the '.mom' beside it, which says the same, or the '.momd' folder")
    }
    guard let text = CompiledDataModel.contents(of: try bytes(of: path)) else {
      throw failure(
        "'\(path)' is no compiled model that can be read",
        fix: "name the '.xcdatamodeld' that it was compiled of")
    }
    return Array(text.utf8)
  }

  // MARK: Versions

  /// Returns the numbers of a data model's versions, by name. The numbers are
  /// read from the files and the index in the versions' folder, and from the
  /// file of the current version beside it.
  package func versionNumbers(in folder: String) -> [String: Int] {
    let index = try? bytes(of: folder + "/" + ModelVersions.indexName)
    var numbers = index.map { ModelVersions.numbers(fromIndex: Data($0)) } ?? [:]
    let text: String = folder.dropLast(".versions".utf8.count) + ".model"
    let paths = names(in: folder).map { folder + "/" + $0 } + [text]
    for path in paths where path.hasSuffix(".model") {
      guard let bytes = try? bytes(of: path),
        let version = dataModelVersion(
          of: SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self)))
      else { continue }
      numbers[version.name] = version.number
    }
    return numbers
  }

  // MARK: Mapping models

  /// Returns the mapping models in a data model's folder and its subfolders.
  package func mappingModels(beside path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let prefix = slash.map { String(path[...$0]) } ?? ""
    var found: [String] = []
    for name in names(in: folder) {
      if name.hasSuffix(Self.mappingEnding) {
        found.append(prefix + name)
      } else if name.contains("apping"), !name.hasPrefix("."), isFolder(prefix + name) {
        found += names(in: prefix + name).filter { $0.hasSuffix(Self.mappingEnding) }
          .map { prefix + name + "/" + $0 }
      }
    }
    return found
  }

  private static var mappingEnding: String { ".xcmappingmodel" }

  private func mapping(at path: String) throws(Failure) -> DataModelFiles.Mapping {
    guard !path.hasSuffix(".cdm") else {
      throw failure(
        "'\(path)' is a compiled mapping model, which cannot be read",
        fix: "name the '.xcmappingmodel' that it was compiled of")
    }
    var path = path
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    let file = isFolder(path) ? path + "/xcmapping.xml" : path
    return DataModelFiles.Mapping(path: file, bytes: try bytes(of: file), isNamed: true)
  }
}
