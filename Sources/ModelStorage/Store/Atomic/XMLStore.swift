/// Core Data's XML stores: one file, read and written as a whole.
///
/// ```xml
/// <database>
///     <databaseInfo>
///         <version>134481920</version>
///         <UUID>C2DE9CB7-C7E4-4E6A-9F7B-CB4C97E4A4B3</UUID>
///         <nextObjectID>103</nextObjectID>
///         <metadata><plist version="1.0">...</plist></metadata>
///     </databaseInfo>
///     <object type="TAG" id="z102">
///         <attribute name="name" type="string">big</attribute>
///         <relationship name="banks" type="0/0" destination="BANK" idrefs="z101 z103"/>
///     </object>
/// </database>
/// ```
///
/// Entities are named in upper case, properties in lower case; dates are seconds since 2001, bytes
/// are base64. The format was derived from files that Apple's Core Data wrote. Apple's names for
/// attribute types that are newer than those files (UUID, URI, composites) are not known.
struct XMLStore: AtomicStore {
  var typeName: String { "XML" }

  func description(at url: URL) throws -> StoreDescription {
    try XMLStoreDocument(try AtomicFile.read(url), path: url.path(percentEncoded: false))
      .description()
  }

  func load(from url: URL, model: ManagedObjectModel) throws -> StoreContent {
    let document = try XMLStoreDocument(
      try AtomicFile.read(url), path: url.path(percentEncoded: false))
    return try XMLStoreReader(document, XMLStoreNames(model)).content()
  }

  func save(_ content: StoreContent, of model: ManagedObjectModel, to url: URL) throws {
    let text = try XMLStoreWriter(names: XMLStoreNames(model), content: content).document()
    try AtomicFile.write(Data(text.utf8), to: url)
  }
}
