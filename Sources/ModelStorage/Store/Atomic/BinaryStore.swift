/// Binary stores: one file in our own format (Apple's is not documented), read
/// and written as a whole.
///
/// The file consists of a header of 32 bytes and a body:
///
/// | bytes | |
/// | --- | --- |
/// | 0–15 | `ModelRuntimeBin` and a line feed |
/// | 16–23 | number of the format, 1 |
/// | 24–31 | number of the body's bytes |
/// | the body | see `BinaryStoreWriter` |
/// | the last 8 | a checksum (FNV-1a, 64 bits) of all before |
///
/// Integers of fixed size are little-endian.
struct BinaryStore: AtomicStore {
  var typeName: String { "Binary" }

  static let signature = Array("ModelRuntimeBin\n".utf8)
  static let formatNumber: UInt64 = 1
  static let headSize = 32

  func description(at url: URL) throws -> StoreDescription {
    var reader = try BinaryStoreReader(
      try AtomicFile.read(url), path: url.path(percentEncoded: false))
    return try reader.description()
  }

  func load(from url: URL, model: ManagedObjectModel) throws -> StoreContent {
    var reader = try BinaryStoreReader(
      try AtomicFile.read(url), path: url.path(percentEncoded: false))
    return try reader.content()
  }

  func save(_ content: StoreContent, of model: ManagedObjectModel, to url: URL) throws {
    try AtomicFile.write(Data(try BinaryStoreWriter.file(content)), to: url)
  }

  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return sum
    }
  }
}
