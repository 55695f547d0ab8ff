#if PostgreSQL
  // The names of tables and columns are those of the model in snake case, as expected
  // by programs that read the database with SQL.

  enum PostgresNames {
    /// The names of the columns that every table has because of the store or
    /// the server.
    static let reservedColumns: Set = [
      "id", "version", "entity", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid",
    ]

    /// Returns a name in snake case, such as `failed_bank_info` for
    /// `FailedBankInfo`, `zip_code` for `zipCode`, and `place_zip` for
    /// `place.zip`.
    static func snakeCase(_ name: String) -> String {
      NameWords.words(of: name).joined(separator: "_").lowercased()
    }

    /// Returns a name within the database's limit of 63 bytes. The end of a
    /// longer name is replaced by a hash of the whole name.
    static func limited(_ name: String) -> String {
      guard name.utf8.count > 63 else { return name }
      let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
      var text = name
      while text.utf8.count > 54 { text.removeLast() }
      return text + "_" + String(hash, radix: 16)
    }

    /// Returns a name in quotation marks for SQL.
    static func quoted(_ name: String) -> String { name.quoted(by: "\"") }

    /// Returns a string as a literal for SQL.
    static func literal(_ text: String) -> String { text.quoted(by: "'") }

    /// Returns the name or, if it is already taken, the name with a number, and
    /// adds it to the taken names.
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
