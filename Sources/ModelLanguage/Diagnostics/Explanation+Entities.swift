extension Explanation {
  static let aboutEntities: [DiagnosticName: Explanation] = [
    .inheritanceCycle: Explanation(
      why: "An entity cannot be its own ancestor.",
      wrong: """
        entity A: B {
        }
        entity B: A {
        }
        """,
      right: """
        entity A {
        }
        entity B: A {
        }
        """),
    .missingInverse: Explanation(
      why: """
        A relationship has two ends. When one end is changed the other one follows, so the model
        has to say which relationship of the destination leads back.
        """,
      wrong: """
        entity Item {
            var tags: Set<Tag>
        }
        entity Tag {
        }
        """,
      right: """
        entity Item {
            var tags: Set<Tag> @inverse(items)
        }
        entity Tag {
            var items: Set<Item> @inverse(tags)
        }
        """),
    .inverseMismatch: Explanation(
      why:
        "The two ends of a relationship name each other, and each leads to the entity of the other.",
      wrong: """
        entity Item {
            var tag: Tag? @inverse(owner)
        }
        entity Tag {
            var owner: Tag? @noInverse
        }
        """,
      right: """
        entity Item {
            var tag: Tag? @inverse(owner)
        }
        entity Tag {
            var owner: Item? @inverse(tag)
        }
        """),
    .ambiguousInverse: Explanation(
      why:
        "Several relationships connect the same two entities, and nothing says which belong together.",
      wrong: """
        entity Flight {
            var from: Airport?
            var to: Airport?
        }
        entity Airport {
            var departures: Set<Flight>
            var arrivals: Set<Flight>
        }
        """,
      right: """
        entity Flight {
            var from: Airport? @inverse(departures)
            var to: Airport? @inverse(arrivals)
        }
        entity Airport {
            var departures: Set<Flight> @inverse(from)
            var arrivals: Set<Flight> @inverse(to)
        }
        """),
    .impossibleDeleteRule: Explanation(
      why: """
        '.nullify', the default, empties the other end when an object is deleted. An end that is
        required cannot be empty, so every such delete would be refused.
        """,
      wrong: """
        entity Bank {
            var reports: [Report] @inverse(bank)
        }
        entity Report {
            var bank: Bank @inverse(reports)
        }
        """,
      right: """
        entity Bank {
            var reports: [Report] @inverse(bank) @onDelete(.cascade)
        }
        entity Report {
            var bank: Bank @inverse(reports)
        }
        """),
    .mutuallyRequired: Explanation(
      why:
        "Each of the two objects would have to exist before the other one, so neither can be made.",
      wrong: """
        entity A {
            var b: B @inverse(a)
        }
        entity B {
            var a: A @inverse(b)
        }
        """,
      right: """
        entity A {
            var b: B? @inverse(a) @onDelete(.cascade)
        }
        entity B {
            var a: A @inverse(b)
        }
        """),
    .mutualCascade: Explanation(
      why: """
        Both ends delete the other one, so a single delete can take along everything that is
        connected over any number of steps.
        """,
      wrong: """
        entity Item {
            var tags: Set<Tag> @inverse(items) @onDelete(.cascade)
        }
        entity Tag {
            var items: Set<Item> @inverse(tags) @onDelete(.cascade)
        }
        """,
      right: """
        entity Item {
            var tags: Set<Tag> @inverse(items)
        }
        entity Tag {
            var items: Set<Item> @inverse(tags)
        }
        """),
    .crossStoreRelationship: Explanation(
      why: """
        Each configuration can live in a store of its own, and no relationship leads from one
        store into another.
        """,
      wrong: """
        configuration Reference { Bank }
        configuration User { Tag }
        """,
      right: """
        configuration Reference { Bank, Tag }
        configuration User { SavedSearch }
        """),
  ]
}
