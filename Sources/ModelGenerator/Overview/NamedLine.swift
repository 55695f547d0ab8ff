/// A declaration in a line, with its kind and name: `fetch all()`.
struct NamedLine: Hashable {
  let name: String
  let text: String

  /// Creates a line of only a kind and a name.
  init(_ name: String) {
    self.init(name, name)
  }

  init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}
