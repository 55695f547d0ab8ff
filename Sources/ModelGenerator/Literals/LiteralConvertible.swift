/// A value that generated code can create.
protocol LiteralConvertible {
  /// The Swift expression that creates the value.
  var literal: CodeLayout { get }
  /// True if the value is what most initialisers have as a default: nil, false
  /// or an empty list.
  var isBlank: Bool { get }
}

extension LiteralConvertible {
  var isBlank: Bool { false }

  /// Returns a part of the value, which has to be one that code can create.
  func part(_ value: Any) -> any LiteralConvertible {
    guard let part = value as? any LiteralConvertible else {
      preconditionFailure("generated code cannot contain \(type(of: value)) in \(Self.self)")
    }
    return part
  }
}

extension String: LiteralConvertible {
  var literal: CodeLayout { .string(self) }
}

extension Bool: LiteralConvertible {
  var literal: CodeLayout { .text(String(self)) }
  var isBlank: Bool { !self }
}

extension Int: LiteralConvertible {
  var literal: CodeLayout { .text(SwiftLiteral.integer(self)) }
}

extension Array: LiteralConvertible where Element: LiteralConvertible {
  var literal: CodeLayout { .list(map(\.literal)) }
  var isBlank: Bool { isEmpty }
}

extension Optional: LiteralConvertible where Wrapped: LiteralConvertible {
  var literal: CodeLayout { self?.literal ?? .text("nil") }
  var isBlank: Bool { self == nil }
}

// This is the user info of a description. Entries that an import keeps only for
// Xcode are left out, unless they are part of version hashes.
extension Dictionary: LiteralConvertible where Key == String, Value == String {
  var literal: CodeLayout {
    .list(
      written.sorted { $0.key < $1.key }
        .map { .prefixed("\(SwiftLiteral.string($0.key)): ", .string($0.value)) })
  }

  var isBlank: Bool { written.isEmpty }

  private var written: [String: String] {
    filter {
      !$0.key.hasPrefix("xcode.") || RelationshipDescription.hashedKeys.contains($0.key)
    }
  }
}
