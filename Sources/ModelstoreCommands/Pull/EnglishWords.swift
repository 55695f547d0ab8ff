internal import ModelLanguage

/// Converts the names of tables and columns to names in a model.
enum EnglishWords {
  private static let irregular = [
    "children": "child", "people": "person", "men": "man", "women": "woman", "mice": "mouse",
    "feet": "foot", "teeth": "tooth", "geese": "goose", "indices": "index", "vertices": "vertex",
    "matrices": "matrix", "appendices": "appendix", "criteria": "criterion", "axes": "axis",
    "analyses": "analysis", "crises": "crisis", "theses": "thesis", "diagnoses": "diagnosis",
    "leaves": "leaf", "shelves": "shelf", "bookshelves": "bookshelf", "lives": "life",
    "wives": "wife", "knives": "knife", "halves": "half", "wolves": "wolf", "calves": "calf",
    "thieves": "thief", "loaves": "loaf", "scarves": "scarf", "elves": "elf", "selves": "self",
    "quizzes": "quiz", "lenses": "lens", "aliases": "alias", "gases": "gas", "atlases": "atlas",
    "canvases": "canvas", "biases": "bias", "irises": "iris", "uses": "use", "fuses": "fuse",
    "excuses": "excuse", "abuses": "abuse", "caches": "cache", "headaches": "headache",
    "niches": "niche", "avalanches": "avalanche", "oases": "oasis", "hypotheses": "hypothesis",
    "parentheses": "parenthesis", "syntheses": "synthesis", "prostheses": "prosthesis",
    "emphases": "emphasis", "bacteria": "bacterium", "phenomena": "phenomenon",
    "curricula": "curriculum", "alumni": "alumnus", "cacti": "cactus", "fungi": "fungus",
    "foci": "focus", "radii": "radius", "stimuli": "stimulus", "syllabi": "syllabus",
    "larvae": "larva", "antennae": "antenna", "formulae": "formula", "schemata": "schema",
    "stigmata": "stigma", "oxen": "ox",
  ]

  /// Words whose plural is the same as the singular.
  private static let unchanging: Set = [
    "series", "species", "news", "data", "media", "metadata", "information", "equipment", "sheep",
    "fish", "money", "staff", "history", "feedback", "sms", "mms", "https", "dns", "gps", "css",
    "js", "tls", "rss", "cms", "aws", "analytics", "statistics", "logistics", "physics",
    "mathematics", "economics", "headquarters", "goods", "kudos", "chassis", "deer", "aircraft",
  ]

  /// Singular words that look like plurals.
  private static let singulars: Set = [
    "lens", "alias", "gas", "atlas", "canvas", "bias", "pancreas", "christmas", "chaos", "cosmos",
    "ethos", "pathos", "os", "ios", "macos", "pos", "has", "was", "yes", "always", "diabetes",
  ]

  /// Plurals that lose only their last letter, contrary to the rule for their
  /// ending.
  private static let withS: Set = [
    "movies", "cookies", "zombies", "selfies", "calories", "hoodies", "rookies", "genies", "pies",
    "ties", "lies", "menus", "submenus", "gurus", "cpus", "gpus", "skus", "haikus", "bureaus",
    "plateaus", "taxis", "skis", "apis", "wikis", "kiwis", "emojis", "kpis",
  ]

  /// Plurals in "oes" of words that end in "o", unlike "shoes".
  private static let withES: Set = [
    "potatoes", "tomatoes", "heroes", "echoes", "vetoes", "torpedoes", "mangoes", "volcanoes",
    "mosquitoes", "zeroes", "embargoes",
  ]

  /// Returns the singular of a word: `category` for `categories`.
  static func singular(_ word: String) -> String {
    let lower = word.lowercased()
    if let other = irregular[lower] { return cased(other, as: word) }
    if unchanging.contains(lower) || singulars.contains(lower) { return word }
    if withS.contains(lower) { return String(word.dropLast()) }
    if withES.contains(lower) { return String(word.dropLast(2)) }
    for ending in ["ss", "us", "is"] where lower.hasSuffix(ending) { return word }
    // This applies to "salesmen" and "policewomen", but not to "specimen".
    if lower.hasSuffix("smen") || lower.hasSuffix("women") { return word.dropLast(2) + "an" }
    if lower.hasSuffix("ies"), lower.count > 4 { return String(word.dropLast(3)) + "y" }
    // This applies to "houses", "causes" and "clauses", but not to "buses" and
    // "statuses".
    for ending in ["ouses", "auses"] where lower.hasSuffix(ending) {
      return String(word.dropLast())
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes", "uses"] where lower.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return lower.hasSuffix("s") && lower.count > 2 ? String(word.dropLast()) : word
  }

  /// Returns the plural of a word: `categories` for `category`.
  static func plural(_ word: String) -> String {
    let lower = word.lowercased()
    if let other = irregular.first(where: { $0.value == lower })?.key {
      return cased(other, as: word)
    }
    if unchanging.contains(lower) { return word }
    if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
      return String(word.dropLast()) + "ies"
    }
    if withES.contains(lower + "es") { return word + "es" }
    for ending in ["s", "x", "z", "ch", "sh"] where lower.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  /// Returns the name of an entity: `FilmActor` for `film_actors`.
  static func entityName(_ table: String) -> String {
    var words = NameWords.words(of: table)
    if let last = words.popLast() { words.append(singular(last)) }
    return ImportedName.identifier(words.map(capitalized).joined(), otherwise: "Table")
  }

  /// Returns the name of a type: `MyShop` for `my_shop`.
  static func typeName(_ name: String) -> String {
    NameWords.words(of: name).map(capitalized).joined()
  }

  /// Returns the name of a property: `releaseYear` for `release_year` and
  /// `ReleaseYear`.
  static func propertyName(_ column: String) -> String {
    ImportedName.property(lowerCamel(NameWords.words(of: column)))
  }

  /// Returns the name of a to-one relationship: `artist` for `artist_id` and
  /// `ArtistId`.
  static func linkName(_ column: String) -> String {
    var words = NameWords.words(of: column)
    if words.count > 1, ["id", "fk", "key", "code"].contains(words.last?.lowercased()) {
      words.removeLast()
    }
    return ImportedName.property(lowerCamel(words))
  }

  /// Returns the name of a to-many relationship: `filmActors` for `FilmActor`.
  static func listName(_ entity: String) -> String {
    var words = NameWords.words(of: entity)
    if let last = words.popLast() { words.append(plural(last)) }
    return ImportedName.property(lowerCamel(words))
  }

  private static func lowerCamel(_ words: [String]) -> String {
    guard let first = words.first else { return "value" }
    return first.lowercased() + words.dropFirst().map(capitalized).joined()
  }

  private static func capitalized(_ word: String) -> String {
    let rest = word == word.uppercased() && word.count > 3 ? word.lowercased() : word
    return rest.prefix(1).uppercased() + rest.dropFirst()
  }

  private static func cased(_ word: String, as other: String) -> String {
    other.first?.isUppercase == true ? word.prefix(1).uppercased() + word.dropFirst() : word
  }
}
