/// Templates by name: what partials refer to.
public struct TemplateLibrary: Sendable, Hashable {
  /// The texts by their names.
  public var texts: [String: String]

  /// Makes a library.
  public init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }
}
