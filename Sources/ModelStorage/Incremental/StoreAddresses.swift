/// The registry of stores that are opened with an address instead of a file
/// path, such as `postgresql://host/name`.
///
/// Registered stores are opened by `StoreConfiguration(url:)`, and by the commands that
/// take a store:
///
/// ```swift
/// StoreAddresses.register(["shelf"]) { address in ShelfStore(address) }
/// let configuration = StoreConfiguration(url: URL(string: "shelf://books")!)
/// ```
public enum StoreAddresses {
  /// A function that opens the store at an address.
  public typealias Opener = @Sendable (String) throws -> any IncrementalStore

  private static let openers = Openers()

  private final class Openers: @unchecked Sendable {
    // because the dictionary is accessed only under `lock`.
    private let lock = PlatformLock()
    private var all: [String: Opener] = [:]

    subscript(scheme: String) -> Opener? {
      get { lock.withLock { all[scheme] } }
      set { lock.withLock { all[scheme] = newValue } }
    }
  }

  /// Registers the function that opens stores whose addresses have one of the
  /// given schemes.
  public static func register(_ schemes: [String], _ open: @escaping Opener) {
    for scheme in schemes { openers[scheme] = open }
  }

  /// Returns the URL of a store, given its address or file path.
  ///
  /// - Throws: `StoreError` (`.cannotOpen`) if the address is invalid.
  package static func url(_ text: String) throws -> URL {
    guard let scheme = scheme(text) else { return URL(filePath: text) }
    guard let url = URL(string: text), !url.isFileURL else {
      throw StoreError(.cannotOpen, "the \(scheme) address makes no sense as a URL")
    }
    return url
  }

  /// Returns the scheme of an address; nil for a path.
  private static func scheme(_ text: String) -> String? {
    guard let end = text.range(of: "://")?.lowerBound, end > text.startIndex else { return nil }
    let scheme = text[..<end]
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      ? scheme.lowercased() : nil
  }

  /// Opens the store at an address.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) if no function is registered for
  ///   the scheme.
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

extension String {
  /// The text of a message without the passwords of the addresses that it quotes, even if they
  /// are misspelt.
  package var withoutPasswords: String {
    replacing(#/(password=)('[^']*'|[^\s&'"]+)/#.ignoresCase()) { "\($0.1)…" }
      .replacing(#/((?:postgres(?:ql)?:|://)/{0,2}[^\s:/@'"]*:)[^\s'"]*@/#.ignoresCase()) {
        "\($0.1)…@"
      }
  }
}
