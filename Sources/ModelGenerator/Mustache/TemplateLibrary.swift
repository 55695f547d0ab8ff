/// Templates by name: what partials refer to.
package struct TemplateLibrary: Sendable, Hashable {
  /// The texts by their names.
  package var texts: [String: String]
  /// The templates in which a name that no value has is an error. Elsewhere it is
  /// nothing, as Mustache has it.
  var strictNames: Set<String> = []

  /// Makes a library.
  package init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }
}
