/// Templates by name, for the partials that refer to them.
package struct TemplateLibrary: Sendable, Hashable {
  /// The text of each template, by name.
  package var texts: [String: String]
  /// The names of the templates in which it is an error to use a name without a value.
  /// In other templates, such a name is empty, as in Mustache.
  var strictNames: Set<String> = []

  package init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }
}
