/// A kind of store that is read and written as a whole.
///
/// While it is open its content is a private database in memory, so that every
/// fetch, predicate and rule works on it as on SQLite; each save hands the
/// whole content to `save(_:of:to:)`. Write a type that conforms to keep
/// objects in a format of your own, and open it with
/// `StoreConfiguration(url:type:)` and `StoreType.custom(_:)`.
public protocol AtomicStore: Sendable {
  /// The name of the kind, which metadata keeps under `NSStoreType`.
  var typeName: String { get }

  /// Returns whether there is a store at a place.
  func exists(at url: URL) -> Bool

  /// Reads what a store says about itself.
  ///
  /// - Throws: `StoreError`, or an error of the type's own, when there is no
  ///   such store.
  func description(at url: URL) throws -> StoreDescription

  /// Reads a store.
  ///
  /// - Parameters:
  ///   - url: Where the store is.
  ///   - model: The model that the store was written with.
  /// - Throws: `StoreError`, or an error of the type's own, when the store is
  ///   damaged or holds what the model does not have.
  func load(from url: URL, model: ManagedObjectModel) throws -> StoreContent

  /// Replaces a store's content, all of it or nothing.
  ///
  /// - Throws: `StoreError`, or an error of the type's own, when the store
  ///   cannot be written; it must then be as it was.
  func save(_ content: StoreContent, of model: ManagedObjectModel, to url: URL) throws

  /// Takes a store away; a store that is not there is none.
  func remove(at url: URL) throws
}

extension AtomicStore {
  /// Returns whether there is a file.
  public func exists(at url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
  }

  /// Removes the file, where there is one.
  public func remove(at url: URL) throws {
    if exists(at: url) { try FileManager.default.removeItem(at: url) }
  }
}
