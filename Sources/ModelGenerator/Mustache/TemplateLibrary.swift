/// Templates by name: what partials refer to.
package struct TemplateLibrary: Sendable, Hashable {
  /// The texts by their names.
  package var texts: [String: String]

  /// Makes a library.
  package init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }
}
