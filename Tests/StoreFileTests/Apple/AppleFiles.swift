import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// The stores and models in `../shared/apple`, which Apple's Core Data and Xcode wrote.
struct AppleFiles: Sendable {
  /// A data model bundle, or the model of stores whose bundle is missing.
  struct Bundle: Sendable {
    let name: String
    let versions: [Version]
  }

  /// A version of a data model, with its hashes.
  struct Version: Sendable {
    let name: String
    let model: ManagedObjectModel
    let hashes: [String: Data]

    init(name: String, model: ManagedObjectModel) {
      self.name = name
      self.model = model
      hashes = model.versionHashes
    }
  }

  /// A store with the version of its model.
  struct Store: Sendable {
    let url: URL
    let hashes: [String: Data]
    let digest: String?
    let checksum: String?
    let bundle: Bundle
    /// The version with the most equal hashes.
    let version: String
    let model: ManagedObjectModel

    var name: String { url.lastPathComponent }
  }

  let folder: URL
  let bundles: [Bundle]
  let stores: [Store]

  /// The first store of each bundle, or all stores in the long form.
  var tried: [Store] {
    if TestRun.isLong { return stores }
    var seen: Set<String> = []
    return stores.filter { seen.insert($0.bundle.name).inserted }
  }

  private static let read = Result { try AppleFiles(reading: ()) }

  /// Reads all files on the first call.
  ///
  /// - Throws: `XCTSkip` if the folder is missing.
  init() throws { self = try Self.read.get() }

  private init(reading: Void) throws {
    guard let folder = SharedFiles.url("apple") else {
      throw XCTSkip("Apple's files are not here: ../shared/apple is missing")
    }
    self.folder = folder
    let files = try Self.files(in: folder)
    let bundles =
      try files.filter { $0.pathExtension == "xcdatamodeld" }.map(Self.bundle) + [.sampleModel2]
    self.bundles = bundles
    stores = try files.filter { ["sqlite", "wiredatabase"].contains($0.pathExtension) }
      .map { try Self.store($0, bundles) }
  }

  private static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter(\.hasDirectoryPath)
      .flatMap {
        try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
      }
      .sorted { $0.path < $1.path }
  }

  // MARK: Models

  private static func bundle(_ url: URL) throws -> Bundle {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      guard let data = FileManager.default.contents(atPath: url.appending(path: name).path)
      else { continue }
      contents[name] = Array(data)
    }
    let reading = readDataModel(DataModelFiles(path: url.lastPathComponent, contents: contents))
    let versions = try reading.versions.map { version in
      Version(
        name: version.name, model: try XCTUnwrap(version.reading.model, version.name))
    }
    return Bundle(name: url.deletingPathExtension().lastPathComponent, versions: versions)
  }

  // MARK: Stores

  private static func store(_ url: URL, _ bundles: [Bundle]) throws -> Store {
    let copy = try TemporaryCopy(of: url)
    let text = try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: copy.url)
    let metadata = try XCTUnwrap(
      PropertyListSerialization.propertyList(
        from: try XCTUnwrap(Data(hex: text[0])), format: nil) as? [String: Any])
    let hashes = try XCTUnwrap(metadata["NSStoreModelVersionHashes"] as? [String: Data])
    let candidates = bundles.flatMap { bundle in
      bundle.versions.map { (bundle: bundle, version: $0) }
    }
    let best = try XCTUnwrap(
      candidates.max { equal($0.version, hashes) < equal($1.version, hashes) })
    return Store(
      url: url, hashes: hashes, digest: metadata["NSStoreModelVersionHashesDigest"] as? String,
      checksum: metadata["NSStoreModelVersionChecksumKey"] as? String, bundle: best.bundle,
      version: best.version.name,
      model: best.version.model)
  }

  /// Returns a score for how well a version matches a store's hashes: 100 for each equal
  /// hash, minus the difference between the numbers of entities.
  private static func equal(_ version: Version, _ hashes: [String: Data]) -> Int {
    let own = version.hashes
    return own.count { hashes[$0.key] == $0.value } * 100 - abs(own.count - hashes.count)
  }
}

/// A copy of a store with its log and its external files.
struct TemporaryCopy {
  let folder: TemporaryFolder
  let url: URL

  init(of store: URL) throws {
    folder = try TemporaryFolder()
    url = folder.file(store.lastPathComponent)
    let stem = store.deletingPathExtension().lastPathComponent
    let parts = ["-wal", "-shm"].map { store.lastPathComponent + $0 }
    for name in [store.lastPathComponent] + parts + [".\(stem)_SUPPORT"] {
      let part = store.deletingLastPathComponent().appending(path: name)
      guard FileManager.default.fileExists(atPath: part.path) else { continue }
      try FileManager.default.copyItem(at: part, to: folder.file(name))
      try FileManager.default.setAttributes(
        [.posixPermissions: part.hasDirectoryPath ? 0o755 : 0o644],
        ofItemAtPath: folder.file(name).path)
    }
  }
}

extension Data {
  /// Makes data from hexadecimal digits, or nil if the text has other characters or an odd
  /// number of digits.
  init?(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == hex.count, digits.count % 2 == 0 else { return nil }
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}

extension AppleFiles.Bundle {
  /// The model of `SampleModel2_V1.sqlite`, which its program makes at run time.
  static let sampleModel2 = AppleFiles.Bundle(
    name: "SampleModel2",
    versions: [AppleFiles.Version(name: "SampleModel2", model: sampleModel)])

  private static let sampleModel = ManagedObjectModel(
    name: "SampleModel2",
    entities: [
      EntityDescription(
        name: "Writer", isAbstract: true,
        properties: [.attribute(AttributeDescription(name: "age", type: .int16))]),
      EntityDescription(
        name: "Author", parentName: "Writer",
        properties: [
          .attribute(AttributeDescription(name: "alias", type: .string, isUnique: true)),
          .attribute(AttributeDescription(name: "siteURL", type: .url, isOptional: true)),
          .relationship(
            RelationshipDescription(
              name: "books", destinationName: "Book", inverseName: "author", isToMany: true,
              maxCount: Int.max, deleteRule: .cascade)),
        ]),
      EntityDescription(
        name: "Book",
        properties: [
          .attribute(AttributeDescription(name: "uniqueID", type: .uuid, isUnique: true)),
          .attribute(AttributeDescription(name: "title", type: .string)),
          .attribute(AttributeDescription(name: "price", type: .decimal)),
          .attribute(
            AttributeDescription(name: "cover", type: .transformable("Cover", transformer: nil))),
          .attribute(AttributeDescription(name: "publishedAt", type: .date)),
          .attribute(
            AttributeDescription(
              name: "pagesCount", type: .int64, isOptional: true,
              derivation: .keyPath("pages", "@count"))),
          .relationship(
            RelationshipDescription(
              name: "author", destinationName: "Author", inverseName: "books", isOptional: false,
              minCount: 1)),
          .relationship(
            RelationshipDescription(
              name: "pages", destinationName: "Page", inverseName: "book", isToMany: true,
              isOptional: false, minCount: 1, maxCount: 10_000, deleteRule: .cascade)),
        ]),
      EntityDescription(
        name: "GraphicNovel", parentName: "Book",
        properties: [.attribute(AttributeDescription(name: "isBlackAndWhite", type: .boolean))]),
      EntityDescription(
        name: "Page",
        properties: [
          .attribute(AttributeDescription(name: "isBookmarked", type: .boolean)),
          .attribute(AttributeDescription(name: "number", type: .int32)),
          .attribute(
            AttributeDescription(
              name: "content", type: .transformable("Content", transformer: nil))),
          .relationship(
            RelationshipDescription(
              name: "book", destinationName: "Book", inverseName: "pages", isOptional: false,
              minCount: 1)),
        ]),
      EntityDescription(
        name: "Feedback",
        properties: [
          .attribute(AttributeDescription(name: "authorAlias", type: .string)),
          .attribute(AttributeDescription(name: "bookID", type: .uuid)),
          .attribute(AttributeDescription(name: "comment", type: .string, isOptional: true)),
          .attribute(AttributeDescription(name: "rating", type: .double)),
        ]),
    ])
}
