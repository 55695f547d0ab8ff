/// Words from other tools and languages, with their replacements.
enum ForeignWords {
  /// Words at the start of a declaration.
  static let declarations = [
    "class": "write 'entity'",
    "struct": "write 'entity', or 'composite' for a group of attributes",
    "table": "write 'entity'",
    "type": "write 'entity', or 'typealias' for a named scalar",
    "protocol": "write 'abstract entity'",
    "import": "a model needs no import",
    "datasource": "a model names no database",
    "generator": "a model names no generator",
    "public": "write '@access(public)' behind the name",
    "internal": "it is so where nothing else is said",
    "private": "a class is for its whole module: leave the word out",
    "fileprivate": "a class is for its whole module: leave the word out",
    "open": "write '@access(public)' behind the name",
    "final": "classes without subentities are final: leave the word out",
    "extension": "extensions of the classes belong into a Swift file",
  ]

  /// Words at the start of a member.
  static let members = [
    "required": "a type without '?' is required",
    "optional": "write '?' after the type",
    "attribute": "write 'var name: Type'",
    "relationship": "write 'var name: Entity?' or 'var names: Set<Entity>'",
    "property": "write 'var name: Type'",
    "field": "write 'var name: Type'",
    "id": "write 'var id: UUID', or leave it out: every object has an ID",
    "static": "a model has no static members",
    "private": "a property is as visible as its class: leave the word out",
    "fileprivate": "a property is as visible as its class: leave the word out",
    "public": "write '@access(public)' behind the entity's name",
    "internal": "a property is as visible as its class: leave the word out",
    "open": "write '@access(public)' behind the entity's name",
    "lazy": "what an object holds is read when it is used: leave the word out",
    "final": "properties are final: leave the word out",
    "weak": "references do not keep objects alive here: leave the word out",
    "unowned": "references do not keep objects alive here: leave the word out",
    "override": "a property of the parent is there already: leave the line out",
    "dynamic": "properties tell of changes by themselves: leave the word out",
    "func": "write 'fetch name(...) -> [Entity] { ... }', or a method in Swift",
    "primary": "every object has an ID; write '@unique' for a key of your own",
    "foreign": "write a relationship: 'var name: Entity? @inverse(other)'",
  ]

  /// Types of other tools, with their replacements.
  static let types: [String: (message: String, type: String)] = [
    "Integer16": ("Core Data's 'Integer 16' is written 'Int16' here", "Int16"),
    "Integer32": ("Core Data's 'Integer 32' is written 'Int32' here", "Int32"),
    "Integer64": ("Core Data's 'Integer 64' is written 'Int64' here", "Int64"),
    "Integer": ("write 'Int16', 'Int32' or 'Int64'", "Int64"),
    "integer": ("write 'Int16', 'Int32' or 'Int64'", "Int64"),
    "int": ("write 'Int64', or 'Int' for short", "Int64"),
    "Int8": ("the smallest integer type is 'Int16'", "Int16"),
    "UInt": ("integers have a sign here: write 'Int64'", "Int64"),
    "long": ("write 'Int64'", "Int64"),
    "Long": ("write 'Int64'", "Int64"),
    "short": ("write 'Int16'", "Int16"),
    "str": ("write 'String'", "String"),
    "string": ("write 'String'", "String"),
    "text": ("write 'String'", "String"),
    "Text": ("write 'String'", "String"),
    "varchar": ("write 'String'", "String"),
    "VARCHAR": ("write 'String'", "String"),
    "TEXT": ("write 'String'", "String"),
    "INTEGER": ("write 'Int64'", "Int64"),
    "NSString": ("write 'String'", "String"),
    "Boolean": ("write 'Bool'", "Bool"),
    "boolean": ("write 'Bool'", "Bool"),
    "bool": ("write 'Bool'", "Bool"),
    "BOOL": ("write 'Bool'", "Bool"),
    "DateTime": ("write 'Date'", "Date"),
    "Datetime": ("write 'Date'", "Date"),
    "datetime": ("write 'Date'", "Date"),
    "Timestamp": ("write 'Date'", "Date"),
    "timestamp": ("write 'Date'", "Date"),
    "NSDate": ("write 'Date'", "Date"),
    "NSNumber": ("write 'Int64', 'Double', 'Decimal' or 'Bool'", "Int64"),
    "NSDecimalNumber": ("write 'Decimal'", "Decimal"),
    "CGFloat": ("write 'Double'", "Double"),
    "float": ("write 'Float'", "Float"),
    "double": ("write 'Double'", "Double"),
    "number": ("write 'Int64', 'Double' or 'Decimal'", "Double"),
    "NSData": ("write 'Data'", "Data"),
    "Binary": ("write 'Data'", "Data"),
    "BinaryData": ("Core Data's 'Binary Data' is written 'Data' here", "Data"),
    "blob": ("write 'Data'", "Data"),
    "BLOB": ("write 'Data'", "Data"),
    "Bytes": ("write 'Data'", "Data"),
    "URI": ("Core Data's 'URI' is written 'URL' here", "URL"),
    "NSURL": ("write 'URL'", "URL"),
    "NSUUID": ("write 'UUID'", "UUID"),
    "Json": ("write 'JSON'", "JSON"),
    "json": ("write 'JSON'", "JSON"),
    "Transformable": ("write 'Codable<MyType>', or 'Data @swift(\"MyType\")'", "Data"),
    "NSSet": ("a to-many is written 'Set<Entity>'", "Set"),
    "NSOrderedSet": ("an ordered to-many is written '[Entity]'", "Array"),
    "NSArray": ("an ordered to-many is written '[Entity]'", "Array"),
    "Array": ("an ordered to-many is written '[Entity]'", "Array"),
    "List": ("write 'Set<Entity>' for a to-many, '[Entity]' for an ordered one", "Set"),
    "Optional": ("write '?' after the type", "String"),
  ]

  /// Operators of other languages, with their replacements.
  static let operators = [
    "and": "&&", "or": "||", "is": "==", "eq": "==", "like": ".like(...)", "ilike": ".like(...)",
    "matches": ".matches(...)", "contains": ".contains(...)", "beginswith": ".hasPrefix(...)",
    "endswith": ".hasSuffix(...)", "between": "in 1...5",
  ]

  /// Words for `nil` in other languages.
  static let nothing: Set = ["null", "none", "undefined"]

  /// Returns whether a word is another language's `nil`.
  static func isNothing(_ word: String) -> Bool { nothing.contains(word.lowercased()) }

  /// Attributes of other tools, with their replacements.
  static let attributes = [
    "relation": "a relationship says '@inverse(name)' here",
    "Relationship": "SwiftData's '@Relationship' is '@inverse(name)' and '@onDelete(.cascade)'",
    "Attribute": "SwiftData's '@Attribute(.unique)' is '@unique' here",
    "default": "a default is written '= value' after the type",
    "id": "every object has an ID; write '@unique' for a key of your own",
    "map": "the name in the store is '@column(\"name\")'",
    "db": "the name in the store is '@column(\"name\")'",
    "updatedAt": "write 'derived var updatedAt: Date = now()'",
    "optional": "write '?' after the type",
    "required": "a type without '?' is required",
    "min": "write '@range(1...)'",
    "max": "write '@range(...10)'",
    "regex": "write '@matches(/.../)'",
    "pattern": "write '@matches(/.../)'",
    "delete": "write '@onDelete(.cascade)'",
    "cascade": "write '@onDelete(.cascade)'",
    "ordered": "an ordered to-many is written '[Entity]'",
    "transient": "write 'transient var'",
    "derived": "write 'derived var name: Type = ...'",
    "abstract": "write 'abstract entity'",
    "Transient": "write 'transient var'",
    "primaryKey": "every object has an ID; write '@unique' for a key of your own",
    "@index": "write 'index name(...)' on a line of its own",
    "@unique": "write 'unique name(...)' on a line of its own",
    "@id": "write 'unique name(...)' on a line of its own",
    "@map": "the name in the store is '@column(\"name\")'",
    "@fulltext": "write 'fulltext name(...)' on a line of its own",
  ]
}

extension ForeignWords {
  /// Returns the types that a message suggests, without duplicates.
  static func types(in message: String) -> [String] {
    let types = quoted(in: message).compactMap(BuiltinType.init(rawValue:))
    let first = types.first?.attributeType
    let isOne = first != nil && types.allSatisfy { $0.attributeType == first }
    return (isOne ? Array(types.prefix(1)) : types).map(\.rawValue)
  }

  /// Returns the words that a message suggests, or an empty array if it shows an
  /// example.
  static func words(in message: String, among words: Set<String>) -> [String] {
    guard message.hasPrefix("write '") else { return [] }
    let texts = quoted(in: message)
    let isPlain = texts.allSatisfy { text in
      text.split(separator: " ").allSatisfy { words.contains(String($0)) }
    }
    return isPlain ? texts : []
  }

  /// Returns the strings in single quotes. An apostrophe is not a quote.
  private static func quoted(in message: String) -> [String] {
    (" " + message).split(separator: " '", omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { $0 != "'" }) }
  }
}
