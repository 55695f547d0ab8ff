extension Explanation {
  static let aboutFetches: [DiagnosticName: Explanation] = [
    .typeMismatch: Explanation(
      why: "The two sides are of different types, so the comparison could never hold.",
      wrong: """
        where zip == "30309"
        """,
      right: "where zip == 30309"),
    .toManyKeyPath: Explanation(
      why:
        "A to-many relationship leads to many objects; a condition says which of them it is about.",
      wrong: "where tags.name == $tag",
      right: "where tags.any(name == $tag)"),
    .invalidKeyPath: Explanation(
      why: """
        The path exists, but cannot stand here: it leads into another table, to several values, or
        to something that no store holds.
        """,
      wrong: "index byCity(details.city)",
      right: """
        entity Details {
            index byCity(city)
        }
        """),
    .invalidExpression: Explanation(
      why: "The expression can be read, but has no meaning at this place.",
      wrong: "where 1...5",
      right: "where rank in 1...5"),
    .fetchResult: Explanation(
      why:
        "A fetch gives back objects of its entity, how many there are, whether there are any, or rows.",
      wrong: """
        fetch all() -> String {
        }
        """,
      right: """
        fetch all() -> [Tag] {
        }
        """),
    .fetchClause: Explanation(
      why: "A line of the fetch comes twice, has no meaning for its result, or disagrees with it.",
      wrong: """
        fetch total() -> Int {
            select sum(amount)
        }
        """,
      right: """
        fetch total() -> (total: Decimal?) {
            select sum(amount) as total
        }
        """),
    .fullScan: Explanation(
      why: """
        Without an index that starts with the property the whole table is read for every fetch.
        Small tables can do without: '@scan' says so.
        """,
      wrong: """
        fetch rich(above limit: Decimal) -> [Bank] {
            where assets >= $limit
        }
        """,
      right: """
        index byAssets(assets)
        fetch rich(above limit: Decimal) -> [Bank] {
            where assets >= $limit
        }
        """),
    .noValueForOldRows: Explanation(
      why: """
        A store that an older version wrote has rows without the new property, and it is
        required.
        """,
      wrong: "var owner: String",
      right: """
        var owner: String = ""
        """),
    .lostProperty: Explanation(
      why: """
        A stored property of a released version is gone. Its values would be lost with the next
        migration, which nobody has said is meant.
        """,
      wrong: "var title: String",
      right: "var title: String @renamed(from: name)"),
    .frozenVersionEdited: Explanation(
      why: """
        A released version describes stores that exist. When its text changes, it describes them
        no longer; changes belong into the next version.
        """,
      wrong: """
        model Tasks @version(1) @frozen("9f2c41d0")   // and an edit below
        """,
      right: "model Tasks @version(2)"),
    .migration: Explanation(
      why: "A migration leads from an older version to the version of the model.",
      wrong: """
        model Shop @version(2)

        migration from 2 {
        }
        """,
      right: """
        model Shop @version(2)

        migration from 1 {
        }
        """),
  ]
}
