/// A declaration on one line, such as `fetch all()`, with its kind and name, by
/// which its source text is found.
struct NamedLine: Hashable {
  let name: String
  let text: String

  /// Creates a line that consists only of a kind and a name.
  init(_ name: String) {
    self.init(name, name)
  }

  init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}
