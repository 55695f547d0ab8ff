/// Templates by name, to which partials refer.
package struct TemplateLibrary: Sendable, Hashable {
  /// The texts by their names.
  package var texts: [String: String]
  /// The templates in which a name without a value is an error. In others it is empty,
  /// as in Mustache.
  var strictNames: Set<String> = []

  package init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }
}
