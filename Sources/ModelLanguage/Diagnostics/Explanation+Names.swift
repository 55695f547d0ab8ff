extension Explanation {
  static let aboutNames: [DiagnosticName: Explanation] = [
    .missingModelHeader: Explanation(
      why: "The first line names the model: the files of one model are recognised by it.",
      wrong: """
        entity Tag {
        }
        """,
      right: """
        model Shop @version(1)

        entity Tag {
        }
        """),
    .headerMismatch: Explanation(
      why:
        "Files that are read together make one model and have the same name in their first line.",
      wrong: """
        // Tags.model
        model Tags
        // Items.model
        model Items
        """,
      right: """
        // Tags.model
        model Shop
        // Items.model
        model Shop
        """),
    .duplicateName: Explanation(
      why: "A name can be declared once in its place; entities inherit the names of their parents.",
      wrong: """
        entity Tag {
            var name: String
            var name: String?
        }
        """,
      right: """
        entity Tag {
            var name: String
            var otherName: String?
        }
        """),
    .reservedName: Explanation(
      why: """
        Every managed object has properties of its own, such as 'description' and 'objectID'; a
        property of the model with such a name could not be generated.
        """,
      wrong: """
        entity Tag {
            var description: String
        }
        """,
      right: """
        entity Tag {
            var summary: String @column("description")
        }
        """),
    .hidingName: Explanation(
      why: """
        A class named like a well-known type hides that type in its module: after 'class Task' the
        line 'let t = Task { 1 }' no longer compiles.
        """,
      wrong: """
        entity Task {
        }
        """,
      right: """
        entity Task @class("TodoTask") {
        }
        """),
    .unknownType: Explanation(
      why: "The type is neither one of the language nor declared in the model.",
      wrong: """
        entity Tag {
            var name: Strng
        }
        """,
      right: """
        entity Tag {
            var name: String
        }
        """),
    .unknownEntity: Explanation(
      why: "The entity is not declared in the model.",
      wrong: "configuration Main { Tga }",
      right: "configuration Main { Tag }"),
    .unknownProperty: Explanation(
      why: "The entity or composite has no property of this name, inherited ones included.",
      wrong: """
        entity Tag {
            var name: String
            index byName(nmae)
        }
        """,
      right: """
        entity Tag {
            var name: String
            index byName(name)
        }
        """),
    .unknownParameter: Explanation(
      why: "A '$word' is a parameter of the fetch, and this one is not declared.",
      wrong: """
        fetch named(_ text: String) -> [Tag] {
            where name == $txet
        }
        """,
      right: """
        fetch named(_ text: String) -> [Tag] {
            where name == $text
        }
        """),
    .unknownCase: Explanation(
      why: """
        A leading dot is the case of an enum, a delete rule or an option, and there is none of this
        name.
        """,
      wrong: "var tint: Tint = .grey",
      right: "var tint: Tint = .gray"),
    .unknownFunction: Explanation(
      why: "The language has few functions, so that all of them can be compiled to SQL.",
      wrong: "where name.startsWith($text)",
      right: "where name.hasPrefix($text)"),
    .unknownDiagnostic: Explanation(
      why: "'@allow' names a warning that does not exist, or an error, which cannot be allowed.",
      wrong: """
        entity Task @allow(#HidngName) {
        }
        """,
      right: """
        entity Task @allow(#HidingName) {
        }
        """),
  ]
}
