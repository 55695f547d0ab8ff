/// A library of templates, in which partials are looked up by name.
package struct TemplateLibrary: Sendable, Hashable {
  /// The texts of the templates, by name.
  package var texts: [String: String]
  /// The names of the templates in which it is an error to use a name without a
  /// value. In all other templates, a name without a value writes nothing, as
  /// in Mustache.
  var strictNames: Set<String> = []

  package init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }
}
