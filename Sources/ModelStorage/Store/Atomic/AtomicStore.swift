/// A kind of store that is read and written as a whole.
///
/// The content of an open store is a private database in memory, so that every
/// fetch, predicate and rule works as it does with SQLite; each save passes the
/// whole content to `save(_:of:to:)`. To store objects in your own format,
/// write a type that conforms to this protocol, and open it with
/// `StoreConfiguration(url:type:)` and `StoreType.custom(_:)`.
public protocol AtomicStore: Sendable {
  /// The name of the store type, which is stored in the metadata under
  /// `NSStoreType`.
  var typeName: String { get }

  /// Returns whether there is a store at a URL.
  func exists(at url: URL) -> Bool

  /// Reads the identifier and the metadata of a store.
  ///
  /// - Throws: `StoreError`, or another error, if there is no such store.
  func description(at url: URL) throws -> StoreDescription

  /// Reads the content of a store.
  ///
  /// - Parameters:
  ///   - url: The location of the store.
  ///   - model: The model that the store was written with.
  /// - Throws: `StoreError`, or another error, if the store is damaged or has
  ///   entities or properties that the model does not have.
  func load(from url: URL, model: ManagedObjectModel) throws -> StoreContent

  /// Replaces a store's content, either completely or not at all.
  ///
  /// - Throws: `StoreError`, or another error, if the store cannot be written;
  ///   the store must then be unchanged.
  func save(_ content: StoreContent, of model: ManagedObjectModel, to url: URL) throws

  /// Removes a store; a missing store is not an error.
  func remove(at url: URL) throws
}

extension AtomicStore {
  /// Returns whether there is a file at the URL.
  public func exists(at url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
  }

  /// Removes the file, if there is one.
  ///
  /// - Throws: An error of the file system if the file cannot be removed.
  public func remove(at url: URL) throws {
    if exists(at: url) { try FileManager.default.removeItem(at: url) }
  }
}
