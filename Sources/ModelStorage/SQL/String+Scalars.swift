// Comparison of strings as in predicates and SQLite, scalar by scalar. UTF-8
// bytes are in the order of the scalars, and almost all strings are stored as
// UTF-8.

extension String {
  /// The string without spaces and line breaks at its ends.
  package var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Returns whether both strings have the same scalars.
  package func hasScalars(of other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { one.elementsEqual($0) }
    }
    .flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns whether this string precedes another, according to the first
  /// scalar that differs.
  package func precedesByScalars(_ other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { one.lexicographicallyPrecedes($0) }
    }
    .flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

/// A string as a key. Strings with different scalars are different keys,
/// although Swift's `==` treats `é` and `e` with a combining accent as equal.
package struct ScalarText: Hashable {
  let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ScalarText, other: ScalarText) -> Bool {
    one.text.hasScalars(of: other.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
