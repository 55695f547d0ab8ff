/// Properties whose values together are unique among the objects of an entity
/// and its subentities.
public struct UniquenessConstraint: Sendable, Hashable, Codable {
  /// Name of the constraint.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// The properties, as key paths: names, or `place.zip` inside a composite.
  public var keyPaths: [String]

  /// Makes a constraint.
  public init(name: String, documentation: String? = nil, keyPaths: [String]) {
    self.name = name
    self.documentation = documentation
    self.keyPaths = keyPaths
  }

  /// The names of the parameters of the constraint's finder: `name`, or `placeZip`
  /// inside a composite.
  package var parameterNames: [String] {
    keyPaths.map { path in
      let names = path.split(separator: ".").map(String.init)
      return names.dropFirst().reduce(names.first ?? "") {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
    }
  }
}

/// An index that fetches use.
public struct FetchIndexDescription: Sendable, Hashable, Codable {
  /// A column of an index.
  public struct Element: Sendable, Hashable, Codable {
    /// The way in which the column is indexed.
    public enum Collation: String, Sendable, Hashable, Codable {
      case binary
      case rTree
      /// The order of the text without case and accents, as `==[cd]` compares it. Such
      /// an element is the only element of its index.
      case folded
    }

    /// The property, as a key path: a name, or `place.zip` inside a composite.
    public var keyPath: String
    /// True if smaller values come first.
    public var isAscending: Bool
    /// The way in which the column is indexed.
    public var collation: Collation

    /// Makes an element.
    public init(_ keyPath: String, isAscending: Bool = true, collation: Collation = .binary) {
      self.keyPath = keyPath
      self.isAscending = isAscending
      self.collation = collation
    }
  }

  /// Name of the index, unique in its entity.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// The columns of the index, the most significant first.
  public var elements: [Element]
  /// The condition of the objects in the index; nil for all objects.
  public var predicate: ObjectPredicate?

  /// True if the index is of folded texts, for which Core Data has no index.
  package var isFolded: Bool { elements.contains { $0.collation == .folded } }

  /// Makes an index.
  public init(
    name: String, documentation: String? = nil, elements: [Element],
    predicate: ObjectPredicate? = nil
  ) {
    self.name = name
    self.documentation = documentation
    self.elements = elements
    self.predicate = predicate
  }
}

/// A full-text index over text attributes.
public struct FullTextIndexDescription: Sendable, Hashable, Codable {
  /// Name of the index, unique in its entity.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// The attributes.
  public var keyPaths: [String]
  /// SQLite's description of the tokenizer; nil for `unicode61 remove_diacritics 2`,
  /// which finds words of every script and ignores case and accents.
  public var tokenizer: String?
  /// The lengths, in characters, of the prefixes that have an index of their own; nil
  /// for none. Other prefixes are found as well, but not as fast.
  public var prefixLengths: [Int]?

  /// The key, after the index's name, that sorts objects by how well they match.
  package static let rank = "rank"

  /// Makes a full-text index.
  public init(
    name: String, documentation: String? = nil, keyPaths: [String], tokenizer: String? = nil,
    prefixLengths: [Int]? = nil
  ) {
    self.name = name
    self.documentation = documentation
    self.keyPaths = keyPaths
    self.tokenizer = tokenizer
    self.prefixLengths = prefixLengths
  }
}
