internal import ModelSQLite
internal import ModelSchema

/// The type of a column, with what it was guessed from.
struct ColumnGuess {
  var type: AttributeType
  /// The reason, where it is not plain from the declaration.
  var note: String?
  var dates: DateForm?

  /// Guesses by the declared type, then by the values.
  init(_ column: DatabaseTable.Column, _ facts: ColumnFacts) {
    let declared = column.declaredType.uppercased()
    self.init(declared, named: column.name.lowercased(), facts)
    let probe = self
    let misfits = facts.count - probe.fitting(facts)
    if misfits > 0 {
      note =
        [note, "\(misfits) of the values looked at \(misfits == 1 ? "does" : "do") not fit"]
        .compactMap { $0 }.joined(separator: "; ")
    }
  }

  private init(_ declared: String, named name: String, _ facts: ColumnFacts) {
    func has(_ words: String...) -> Bool { words.contains { declared.contains($0) } }
    let all = facts.count
    if has("BOOL") || declared == "BIT" {
      self.init(type: .boolean)
    } else if has("UUID", "GUID", "UNIQUEIDENTIFIER"), facts.uuids == all {
      self.init(type: .uuid)
    } else if has("JSON"), facts.documents == all {
      self.init(type: .json)
    } else if has("DATE", "TIMESTAMP") || declared == "TIME" && facts.dates[.text] == all && all > 0
    {
      self.init(datesOf: declared, facts)
    } else if declared.hasPrefix("TINYINT"), facts.integers == all, let range = facts.range,
      declared == "TINYINT(1)" ? (0...1).contains(range) : range == 0...1
    {
      self.init(type: .boolean, note: "a guess: all values are 0 or 1")
    } else if has("INT", "YEAR", "SERIAL") {
      self.init(integersOf: declared, named: name, facts)
    } else if has("DEC", "NUMERIC", "MONEY") {
      self.init(type: .decimal)
    } else if has("REAL", "FLOA", "DOUB") {
      self.init(type: .double)
    } else if has("BLOB", "BINARY", "IMAGE") {
      self.init(
        type: .data,
        note: facts.blobs < all ? "a guess: bytes by its declaration, \(declared)" : nil)
    } else if has("CHAR", "TEXT", "CLOB", "STRING", "ENUM", "SET") {
      self.init(textsOf: name, facts)
    } else {
      self.init(valuesOf: declared, named: name, facts)
    }
  }

  private init(type: AttributeType, note: String? = nil, dates: DateForm? = nil) {
    (self.type, self.note, self.dates) = (type, note, dates)
  }

  private init(datesOf declared: String, _ facts: ColumnFacts) {
    if facts.count == 0 {
      self.init(type: .date, note: "a guess: there are no values to see its form", dates: .text)
    } else if let form = facts.dateForm {
      self.init(type: .date, note: Self.words(form), dates: form)
    } else if let (form, count) = facts.dates.max(by: { $0.value < $1.value }),
      count * 2 > facts.count
    {
      self.init(type: .date, note: Self.words(form), dates: form)
    } else {
      self.init(type: .string, note: "declared as \(declared), but the values are no dates")
    }
  }

  private init(integersOf declared: String, named name: String, _ facts: ColumnFacts) {
    let isSmall =
      declared.hasPrefix("SMALLINT") || declared.hasPrefix("TINYINT") || declared == "YEAR"
    let fits = facts.range.map { $0.lowerBound >= -32768 && $0.upperBound <= 32767 } ?? true
    if facts.integers == facts.count, facts.count > 0, Self.meansDate(name),
      let range = facts.range, range.lowerBound > 100_000_000, let form = facts.dateForm
    {
      self.init(type: .date, note: "a guess by its name; " + Self.words(form), dates: form)
    } else {
      self.init(type: isSmall && fits ? .int16 : .int64)
    }
  }

  private init(textsOf name: String, _ facts: ColumnFacts) {
    let all = facts.count
    if all > 0, facts.uuids == all, facts.texts == all {
      self.init(type: .uuid, note: "a guess: every value is a UUID")
    } else if all > 0, facts.documents == all {
      self.init(type: .json, note: "a guess: every value is a document of JSON")
    } else if all > 0, facts.dates[.text] == all {
      self.init(type: .date, note: "a guess: " + Self.words(.text), dates: .text)
    } else {
      self.init(type: .string)
    }
  }

  private init(valuesOf declared: String, named name: String, _ facts: ColumnFacts) {
    let all = facts.count
    let said = declared.isEmpty ? "no type is declared" : "declared as \(declared)"
    if all == 0 {
      self.init(type: .string, note: "a guess: \(said), and there are no values")
    } else if facts.integers == all {
      self.init(type: .int64, note: "a guess: \(said); all values are whole numbers")
    } else if facts.integers + facts.reals == all {
      self.init(type: .double, note: "a guess: \(said); all values are numbers")
    } else if facts.blobs == all {
      self.init(type: .data, note: "a guess: \(said); all values are bytes")
    } else {
      self.init(textsOf: name, facts)
      note = note ?? "a guess: \(said)"
    }
  }

  private static func meansDate(_ name: String) -> Bool {
    let words = EnglishWords.words(of: name)
    return !Set(words).isDisjoint(with: [
      "at", "on", "date", "time", "timestamp", "created", "updated",
    ])
      || name.hasSuffix("date") || name.hasSuffix("time")
  }

  private static func words(_ form: DateForm) -> String {
    switch form {
    case .text: "dates as text, read as UTC"
    case .epoch: "dates as seconds since 1970"
    case .milliseconds: "dates as milliseconds since 1970"
    case .julian: "dates as Julian days"
    }
  }

  /// How many values the type can hold.
  private func fitting(_ facts: ColumnFacts) -> Int {
    switch type {
    case .boolean:
      (facts.range.map { $0.lowerBound >= 0 && $0.upperBound <= 1 } ?? true)
        ? facts.integers : 0
    case .int16, .int32, .int64: facts.integers
    case .float, .double, .decimal: facts.integers + facts.reals
    case .date: dates.flatMap { facts.dates[$0] } ?? 0
    case .uuid: facts.uuids
    case .json: facts.documents
    case .data: facts.blobs + facts.texts
    case .string: facts.count - facts.blobs
    case .url, .enumeration, .composite, .list, .codable, .transformable, .undefined: facts.count
    }
  }
}
