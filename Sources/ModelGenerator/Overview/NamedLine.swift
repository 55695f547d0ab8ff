/// A declaration on one line, with its kind and name: `fetch all()`.
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
