/// Stores that an address names instead of a file's path: `postgresql://host/name`.
///
/// What a program has registered is opened by `StoreConfiguration(url:)`, and by the
/// commands that take a store:
///
/// ```swift
/// StoreAddresses.register(["shelf"]) { address in ShelfStore(address) }
/// let configuration = StoreConfiguration(url: URL(string: "shelf://books")!)
/// ```
public enum StoreAddresses {
  /// Opens a store by its address.
  public typealias Opener = @Sendable (String) throws -> any IncrementalStore

  private static let openers = Openers()

  private final class Openers: @unchecked Sendable {
    // because the dictionary is touched under `lock` alone.
    private let lock = PlatformLock()
    private var all: [String: Opener] = [:]

    subscript(scheme: String) -> Opener? {
      get { lock.withLock { all[scheme] } }
      set { lock.withLock { all[scheme] = newValue } }
    }
  }

  /// Says who opens stores whose addresses begin with one of some schemes.
  public static func register(_ schemes: [String], _ open: @escaping Opener) {
    for scheme in schemes { openers[scheme] = open }
  }

  /// The URL of a store that somebody named: an address, or else a file's path.
  ///
  /// - Throws: `StoreError` (`.cannotOpen`) for an address that makes no sense.
  package static func url(_ text: String) throws -> URL {
    guard let scheme = scheme(text) else { return URL(filePath: text) }
    guard let url = URL(string: text), !url.isFileURL else {
      throw StoreError(.cannotOpen, "the \(scheme) address makes no sense as a URL")
    }
    return url
  }

  /// The scheme of an address; nil for a path.
  private static func scheme(_ text: String) -> String? {
    guard let end = text.range(of: "://")?.lowerBound, end > text.startIndex else { return nil }
    let scheme = text[..<end]
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      ? scheme.lowercased() : nil
  }

  /// The store of an address.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) where nobody opens such stores.
  package static func store(at url: URL) throws -> any IncrementalStore {
    let scheme = (url.scheme ?? "").lowercased()
    if let open = openers[scheme] { return try open(url.absoluteString) }
    let cure =
      ["postgresql", "postgres"].contains(scheme)
      ? ": build it with '--traits PostgreSQL', which needs libpq" : ""
    throw StoreError(
      .unsupportedFeature, "this program does not open stores at '\(scheme)://' addresses\(cure)")
  }
}
