#if PostgreSQL
  extension PostgresStore {
    /// Registers the addresses of PostgreSQL stores for `StoreConfiguration(url:)` and
    /// for commands that open a store.
    ///
    /// An address is a connection URI of libpq. The parameter `schema` names the schema
    /// of the store's tables, and `profile=portable` selects the portable profile:
    /// `postgresql://localhost/banks?schema=spring`.
    public static func register() {
      StoreAddresses.register(["postgresql", "postgres"]) { address in
        let (text, own) = parts(of: address)
        let profile = own["profile"] ?? PostgresProfile.full.rawValue
        guard let profile = PostgresProfile(rawValue: profile) else {
          throw StoreError(.unknownName, "there is no profile '\(profile)': full or portable")
        }
        return try PostgresStore(text, schema: own["schema"] ?? "public", profile: profile)
      }
    }

    /// Returns an address without the parameters that libpq does not know, and
    /// the removed parameters.
    static func parts(of address: String) -> (text: String, own: [String: String]) {
      let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { return (address, [:]) }
      var own: [String: String] = [:]
      let others = halves[1].split(separator: "&").filter { item in
        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, ["schema", "profile"].contains(pair[0]) else { return true }
        own[String(pair[0])] = String(pair[1]).removingPercentEncoding
        return false
      }
      let text = others.isEmpty ? "" : "?" + others.joined(separator: "&")
      return (halves[0] + text, own)
    }
  }
#endif
