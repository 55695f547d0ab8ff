/// The inferred type of a column, with the evidence for it.
struct ColumnGuess {
  var type: AttributeType
  /// The reason for the type, if the declaration does not show it; otherwise
  /// nil.
  var note: String?
  var dates: DateForm?
  /// True if a `Decimal` has more digits than a numeric column keeps.
  var isExact = false

  /// The number of sample values that do not fit.
  private var misfits = 0

  /// Infers the type from the declaration, then from the values.
  ///
  /// - Parameter isFlag: True if the schema allows only 0 and 1.
  init(_ column: DatabaseTable.Column, _ facts: ColumnFacts, isFlag: Bool = false) {
    let (declared, name) = (column.declaredType.uppercased(), column.name)
    if isFlag, facts.integers == facts.count {
      self.init(type: .boolean, note: "a guess: a CHECK allows 0 and 1 only")
    } else {
      self.init(declared, named: name, facts)
    }
    isExact = type == .decimal && facts.mostDigits > 15
    // A declaration that most values violate is not reliable.
    guard facts.count > 0, Self.kept(type, dates, facts) * 2 < facts.count else { return }
    self = ColumnGuess(valuesOf: declared, named: name, facts)
  }

  /// Tests whether a value fits the type, in the same way as the import of
  /// rows.
  mutating func test(_ value: FunctionResult) {
    if case .null = value { return }
    if type.value(of: value, dates: dates ?? .text) == nil { misfits += 1 }
  }

  /// The notes about the column in its documentation, as a sentence; empty if there are
  /// none.
  var sentences: [String] {
    let many = "\(misfits) of the values looked at \(misfits == 1 ? "does" : "do") not fit"
    let text = [note, misfits > 0 ? many : nil].compactMap { $0 }.joined(separator: "; ")
    return text.isEmpty ? [] : [text.prefix(1).uppercased() + text.dropFirst() + "."]
  }

  private init(_ declared: String, named name: String, _ facts: ColumnFacts) {
    func has(_ words: String...) -> Bool { words.contains { declared.contains($0) } }
    let all = facts.count
    let hasOnlyTexts = all > 0 && facts.texts == all
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
      self.init(realsOf: name, facts)
    } else if has("BLOB", "BINARY", "IMAGE"), !hasOnlyTexts, !(all == 0 && has("TEXT")) {
      self.init(bytesOf: declared, facts)
    } else if has("BLOB", "BINARY", "IMAGE") {
      self.init(textsOf: name, facts)
      note = note ?? "a guess: declared as \(declared), but all values are texts"
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

  private init(realsOf name: String, _ facts: ColumnFacts) {
    // Actual dates are not so close to 0 in any form.
    if facts.reals + facts.integers == facts.count, Self.meansDate(name),
      let least = facts.least, let form = facts.dateForm, form == .julian || least > 100_000_000
    {
      self.init(type: .date, note: "a guess by its name; " + Self.words(form), dates: form)
    } else {
      self.init(type: .double)
    }
  }

  /// Infers the type of a column that is declared to have bytes.
  init(bytesOf declared: String, _ facts: ColumnFacts) {
    let all = facts.count
    if all > 0, facts.blobs == all, facts.markedUUIDs == all {
      self.init(type: .uuid, note: "a guess: every value has the 16 bytes of a UUID")
    } else {
      self.init(
        type: .data,
        note: facts.blobs < all ? "a guess: bytes by its declaration, \(declared)" : nil)
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
    } else if facts.integers == facts.count, let range = facts.range, (0...1).contains(range),
      Self.meansFlag(name)
    {
      self.init(type: .boolean, note: "a guess by its name; all values are 0 or 1")
    } else {
      self.init(type: isSmall && fits ? .int16 : .int64)
    }
  }

  private init(textsOf name: String, _ facts: ColumnFacts) {
    let all = facts.count
    if all > 0, facts.markedUUIDs == all, facts.texts == all {
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
    let words = NameWords.words(of: name).map { $0.lowercased() }
    return !Set(words).isDisjoint(with: [
      "at", "on", "date", "time", "timestamp", "created", "updated",
    ])
      || words.last.map { $0.hasSuffix("date") || $0.hasSuffix("time") } == true
  }

  private static func meansFlag(_ name: String) -> Bool {
    let words = NameWords.words(of: name).map { $0.lowercased() }
    let first: Set = [
      "is", "are", "has", "have", "was", "were", "can", "should", "must", "will", "may", "did",
      "does", "allow", "allows", "needs",
    ]
    let last: Set = [
      "flag", "enabled", "disabled", "active", "inactive", "deleted", "archived", "hidden",
      "visible", "locked", "published", "verified", "confirmed", "completed", "done",
    ]
    return words.count > 1 && words.first.map(first.contains) == true
      || words.last.map(last.contains) == true
  }

  private static func words(_ form: DateForm) -> String {
    switch form {
    case .text: "dates as text, read as UTC"
    case .epoch: "dates as seconds since 1970"
    case .milliseconds: "dates as milliseconds since 1970"
    case .julian: "dates as Julian days"
    }
  }

  /// Returns the approximate number of sample values that the type can hold.
  private static func kept(
    _ type: AttributeType, _ dates: DateForm?, _ facts: ColumnFacts
  ) -> Int {
    switch type {
    case .boolean: facts.flags
    case .int16, .int32, .int64: facts.integers
    case .float, .double: facts.integers + facts.reals
    case .decimal: facts.numbers
    case .date: dates.flatMap { facts.dates[$0] } ?? 0
    case .uuid: facts.uuids
    case .json: facts.documents
    case .data: facts.blobs + facts.texts
    case .string: facts.count - facts.blobs
    case .url, .enumeration, .composite, .list, .codable, .transformable, .undefined: facts.count
    }
  }
}
