#if PostgreSQL
  // Names of tables and columns: the model's own, in lower case with lines between their words, as
  // programs that read the database with SQL expect them.

  enum PostgresNames {
    /// The columns that every table has: the store's, and the server's own.
    static let reservedColumns: Set = [
      "id", "version", "entity", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid",
    ]

    /// `FailedBankInfo` as `failed_bank_info`, `zipCode` as `zip_code`, `place.zip` as
    /// `place_zip`.
    static func snakeCase(_ name: String) -> String {
      NameWords.words(of: name).joined(separator: "_").lowercased()
    }

    /// A name that the database's limit of 63 bytes does not cut: the end of a longer one is
    /// replaced by a number made of all of it.
    static func limited(_ name: String) -> String {
      guard name.utf8.count > 63 else { return name }
      let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
      var text = name
      while text.utf8.count > 54 { text.removeLast() }
      return text + "_" + String(hash, radix: 16)
    }

    /// A name in SQL.
    static func quoted(_ name: String) -> String { name.quoted(by: "\"") }

    /// A text in SQL.
    static func literal(_ text: String) -> String { text.quoted(by: "'") }

    /// A name that is none of those that are taken, which it joins.
    static func unused(_ name: String, _ taken: inout Set<String>) -> String {
      var candidate = limited(name)
      var number = 2
      while !taken.insert(candidate).inserted {
        candidate = limited("\(name)_\(number)")
        number += 1
      }
      return candidate
    }
  }
#endif
