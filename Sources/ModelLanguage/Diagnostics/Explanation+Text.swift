extension Explanation {
  static let aboutText: [DiagnosticName: Explanation] = [
    .syntaxError: Explanation(
      why: "The text does not follow the grammar at this place.",
      wrong: """
        entity Tag {
            var : String
        }
        """,
      right: """
        entity Tag {
            var name: String
        }
        """),
    .unexpectedCharacter: Explanation(
      why: """
        The language knows letters, digits, underscores and a few signs. Typographic quotes and
        special spaces often come along when a text is pasted from a web page.
        """,
      wrong: """
        entity Tag {
            var name: String = “new”
        }
        """,
      right: """
        entity Tag {
            var name: String = "new"
        }
        """),
    .unterminatedText: Explanation(
      why: """
        A text, a regular expression, a name in back-ticks or a comment has no end, so that nobody
        can tell where the model goes on.
        """,
      wrong: """
        entity Tag {
            var name: String = "new
        }
        """,
      right: """
        entity Tag {
            var name: String = "new"
        }
        """),
    .invalidLiteral: Explanation(
      why: """
        A value cannot be read as what it should be: an unknown escape, a number too large for its
        type, or letters behind a number.
        """,
      wrong: """
        entity Tag {
            var rank: Int16 = 40000
        }
        """,
      right: """
        entity Tag {
            var rank: Int32 = 40000
        }
        """),
    .nestedTooDeep: Explanation(
      why: """
        Expressions and types are read to a depth of 64 levels and a limited number of
        operators in a row, so that
        no text can exhaust the memory of the tool.
        """,
      wrong: """
        check deep(((((…x…))))) > 0, "…")
        """,
      right: """
        derived var sum: Int64 = a + b
        check flat(sum > 0, "…")
        """),
    .missingBrace: Explanation(
      why: """
        Every '{' needs its '}'. A declaration that starts inside another one shows where the brace
        is missing.
        """,
      wrong: """
        entity Tag {
            var name: String

        entity Item {
        }
        """,
      right: """
        entity Tag {
            var name: String
        }

        entity Item {
        }
        """),
    .unknownDeclaration: Explanation(
      why: "A line starts with a word that starts no declaration.",
      wrong: """
        enitity Tag {
        }
        """,
      right: """
        entity Tag {
        }
        """),
    .foreignSyntax: Explanation(
      why: "Another tool or language writes it like this; this language has its own form.",
      wrong: """
        entity Tag {
            optional var name: String;
        }
        """,
      right: """
        entity Tag {
            var name: String?
        }
        """),
    .missingType: Explanation(
      why: "Every property says its type, since the model is what everything else is made from.",
      wrong: """
        entity Tag {
            var rank = 1
        }
        """,
      right: """
        entity Tag {
            var rank: Int64 = 1
        }
        """),
    .attributeOnOwnLine: Explanation(
      why: """
        A line that starts with '@' continues the line above it. Swift reads attributes the other
        way round, so one that is not indented deeper is easily misread.
        """,
      wrong: """
        entity Tag {
            var name: String
            @unique
            var rank: Int32
        }
        """,
      right: """
        entity Tag {
            var name: String
                @unique
            var rank: Int32
        }
        """),
  ]
}
