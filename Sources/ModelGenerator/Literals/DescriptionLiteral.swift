/// Swift expressions that create the values of a model.
///
/// An argument that is equal to the initialiser's default is left out, so that
/// the expression for an attribute is about as long as its declaration in the
/// model.
enum DescriptionLiteral {
  /// The arguments of a call. Arguments that are equal to their defaults are
  /// left out.
  struct Arguments {
    private(set) var layouts: [CodeLayout] = []

    init() {}

    /// Creates the first arguments of every description, which are its name and
    /// its documentation.
    init(_ name: String, _ documentation: String?) {
      add("name", name)
      add("documentation", documentation)
    }

    /// Adds an argument without a label.
    mutating func add(_ layout: CodeLayout) { layouts.append(layout) }

    /// Adds an argument with a label, which is never left out.
    mutating func add(_ label: String, _ layout: CodeLayout) {
      layouts.append(.prefixed("\(label): ", layout))
    }

    /// Adds a string with a label, unless it is nil.
    mutating func add(_ label: String, _ text: String?) {
      if let text { add(label, .string(text)) }
    }

    /// Adds a Boolean with a label, unless it is equal to the default.
    mutating func add(_ label: String, _ value: Bool, default standard: Bool = false) {
      if value != standard { add(label, .text(String(value))) }
    }

    /// Adds a list with a label, unless it is empty.
    mutating func add<Element>(
      _ label: String, _ values: [Element], _ layout: (Element) -> CodeLayout
    ) {
      if !values.isEmpty { add(label, .list(values.map(layout))) }
    }

    /// Adds the user info, sorted by key, unless it is empty. Entries that an
    /// import keeps only for Xcode are left out, unless they are part of
    /// version hashes.
    mutating func add(userInfo: [String: String]) {
      let entries = userInfo.filter {
        !$0.key.hasPrefix("xcode.") || RelationshipDescription.hashedKeys.contains($0.key)
      }.sorted { $0.key < $1.key }
      guard !entries.isEmpty else { return }
      add(
        "userInfo",
        .list(entries.map { .prefixed("\(SwiftLiteral.string($0.key)): ", .string($0.value)) }))
    }
  }

  static func string(_ text: String) -> CodeLayout { .string(text) }

  static func strings(_ texts: [String]) -> CodeLayout { .list(texts.map(string)) }
}
