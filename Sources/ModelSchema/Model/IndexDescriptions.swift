/// Properties whose combined values are unique among the objects of an entity
/// and its subentities.
public struct UniquenessConstraint: Sendable, Hashable, Codable {
  /// The name of the constraint in the model.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The properties, as key paths: names, or `place.zip` inside a composite.
  public var keyPaths: [String]

  /// Creates a constraint on the values of key paths.
  public init(name: String, documentation: String? = nil, keyPaths: [String]) {
    self.name = name
    self.documentation = documentation
    self.keyPaths = keyPaths
  }

  /// The parameter names of the function that finds an object by the
  /// constraint: `name`, or `placeZip` inside a composite.
  package var parameterNames: [String] {
    keyPaths.map { path in
      let names = path.split(separator: ".").map(String.init)
      return names.dropFirst().reduce(names.first ?? "") {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
    }
  }
}

/// An index that speeds up fetches by one or several properties.
public struct FetchIndexDescription: Sendable, Hashable, Codable {
  /// A column of an index.
  public struct Element: Sendable, Hashable, Codable {
    /// The order in which the column is indexed.
    public enum Collation: String, Sendable, Hashable, Codable {
      case binary
      case rTree
      /// The order of strings without case and accents, as compared by
      /// `==[cd]`. Such an element is the only element of its index.
      case folded
    }

    /// The property, as a key path: a name, or `place.zip` inside a composite.
    public var keyPath: String
    /// True if smaller values come first.
    public var isAscending: Bool
    /// The order in which the column is indexed.
    public var collation: Collation

    /// Creates an element. By default it is ascending and binary.
    public init(_ keyPath: String, isAscending: Bool = true, collation: Collation = .binary) {
      self.keyPath = keyPath
      self.isAscending = isAscending
      self.collation = collation
    }
  }

  /// The name of the index, which is unique in its entity.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The columns of the index, the most significant first.
  public var elements: [Element]
  /// The condition that the objects in the index satisfy; nil for all objects.
  public var predicate: ObjectPredicate?

  /// True if the index contains folded text, which is not possible in Core
  /// Data.
  package var isFolded: Bool { elements.contains { $0.collation == .folded } }

  /// Creates an index. Without a predicate, it contains all objects.
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

/// A full-text index on text attributes.
public struct FullTextIndexDescription: Sendable, Hashable, Codable {
  /// The name of the index, which is unique in its entity.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The key paths of the text attributes that are searched.
  public var keyPaths: [String]
  /// SQLite's description of the tokenizer; nil for `unicode61 remove_diacritics 2`,
  /// which finds words of every script and ignores case and accents.
  public var tokenizer: String?
  /// The lengths, in characters, of the prefixes that have their own index; nil
  /// if there are none. Other prefixes are also found, but not as fast.
  public var prefixLengths: [Int]?

  /// The key that sorts objects by how well they match. It follows the index's
  /// name in a key path.
  package static let rank = "rank"

  /// Creates a full-text index on text attributes.
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
