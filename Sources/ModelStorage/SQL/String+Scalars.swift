// Texts as predicates and SQLite compare them: scalar by scalar. The bytes of UTF-8 are in the
// order of the scalars, and hardly any text is kept in another form.

extension String {
  /// A Boolean value that says whether both texts have the same scalars.
  package func hasScalars(of other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { one.elementsEqual($0) }
    }
    .flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// A Boolean value that says whether this text comes before another, by the
  /// first scalar that differs.
  package func precedesByScalars(_ other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { one.lexicographicallyPrecedes($0) }
    }
    .flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

/// A text as a key: one that is written with other scalars is another key, though
/// Swift's `==` takes `é` and `e` with an accent for the same.
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
