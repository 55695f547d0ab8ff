/// Values of a model as Swift expressions that make them again.
///
/// An argument is left out where it is the initialiser's default, so the
/// literal of an attribute is as long as what the model says about it.
enum DescriptionLiteral {
  /// Arguments of a call, those left out that say nothing.
  struct Arguments {
    private(set) var layouts: [CodeLayout] = []

    init() {}

    /// The name and the documentation, which descriptions begin with.
    init(_ name: String, _ documentation: String?) {
      add("name", name)
      add("documentation", documentation)
    }

    /// An argument without a label.
    mutating func add(_ layout: CodeLayout) { layouts.append(layout) }

    /// An argument that is always there.
    mutating func add(_ label: String, _ layout: CodeLayout) {
      layouts.append(.prefixed("\(label): ", layout))
    }

    /// A text, where there is one.
    mutating func add(_ label: String, _ text: String?) {
      if let text { add(label, .string(text)) }
    }

    /// A truth value, where it is not the default.
    mutating func add(_ label: String, _ value: Bool, default standard: Bool = false) {
      if value != standard { add(label, .text(String(value))) }
    }

    /// A list, where it has elements.
    mutating func add<Element>(
      _ label: String, _ values: [Element], _ layout: (Element) -> CodeLayout
    ) {
      if !values.isEmpty { add(label, .list(values.map(layout))) }
    }

    /// User info, where there is any, in the order of its keys. What an import
    /// keeps for Xcode's sake is nothing to a program, but for what version
    /// hashes cover.
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

  /// A text.
  static func string(_ text: String) -> CodeLayout { .string(text) }

  /// A list of texts.
  static func strings(_ texts: [String]) -> CodeLayout { .list(texts.map(string)) }
}
