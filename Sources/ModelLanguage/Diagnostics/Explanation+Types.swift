extension Explanation {
  static let aboutTypes: [DiagnosticName: Explanation] = [
    .unknownAttribute: Explanation(
      why: """
        Rules are written '@name', and there is none of this name. What only your own tools know
        goes into '@info'.
        """,
      wrong: "var name: String @uniqe",
      right: "var name: String @unique"),
    .attributeNotApplicable: Explanation(
      why: "The rule exists, but not for this kind of declaration or type.",
      wrong: "var rank: Int32 @length(1...5)",
      right: "var rank: Int32 @range(1...5)"),
    .attributeArguments: Explanation(
      why: "What stands in the parentheses is not what the rule takes.",
      wrong: """
        var name: String @length("long")
        """,
      right: "var name: String @length(1...80)"),
    .duplicateAttribute: Explanation(
      why: "Of two equal rules one would have no effect.",
      wrong: "var name: String @length(1...) @length(...80)",
      right: "var name: String @length(1...80)"),
    .typeNotAllowed: Explanation(
      why:
        "The type exists, but cannot stand here: a set holds entities, a composite holds values.",
      wrong: "var names: Set<String>",
      right: "var names: [String]"),
    .aliasCycle: Explanation(
      why: "A type alias stands for a scalar type in the end; this one leads back to itself.",
      wrong: """
        typealias A = B
        typealias B = A
        """,
      right: """
        typealias A = String
        typealias B = A
        """),
    .compositeCycle: Explanation(
      why: "A composite is stored as one column for each element, so it cannot hold itself.",
      wrong: """
        composite Place {
            var other: Place
        }
        """,
      right: """
        composite Place {
            var city: String
        }
        """),
    .rawType: Explanation(
      why:
        "The cases of an enum are stored by raw values: texts or whole numbers, all of one type.",
      wrong: """
        enum Tint {
            case gray
        }
        """,
      right: """
        enum Tint: String {
            case gray
        }
        """),
    .duplicateRawValue: Explanation(
      why: "Two cases with one stored value could not be told apart when an object is read.",
      wrong: """
        enum Level: Int16 {
            case low = 0
            case none = 0
        }
        """,
      right: """
        enum Level: Int16 {
            case low = 0
            case none = 1
        }
        """),
    .defaultType: Explanation(
      why: "A default has the type of its attribute.",
      wrong: """
        var done: Bool = "no"
        """,
      right: "var done: Bool = false"),
    .emptyRange: Explanation(
      why: "No value lies in the range, so nothing could ever be saved.",
      wrong: "var rank: Int32 @range(5...1)",
      right: "var rank: Int32 @range(1...5)"),
    .derivation: Explanation(
      why: "A derived attribute is computed from others; what it says cannot give its type.",
      wrong: "derived var count: Int32 = name",
      right: "derived var count: Int32 = items.count"),
  ]
}
