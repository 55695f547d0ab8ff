import ModelSchema

/// Property names that generated code, Swift or the runtime use themselves, as far as the
/// language accepts them.
let hardNames = [
  "await", "bindings", "changes", "changedValues", "class", "columnCount", "committed", "copy",
  "default", "delete", "find", "first", "flags", "get", "group", "hooks", "id", "in", "inout",
  "key", "let", "newValue", "object", "old", "operator", "protocol", "rawValue", "reference",
  "row", "set", "super", "throws", "type", "validate", "validation", "value", "values", "var",
  "where", "while", "write", "Any", "String", "état", "__x", "first_name",
]

/// A model with each of these names as an attribute, element, relationship, unique key and
/// parameter.
let hardModel = ManagedObjectModel(
  name: "Hard",
  composites: hardNames.enumerated().map { number, name in
    CompositeDescription(
      name: "Part\(number)", elements: [AttributeDescription(name: name, type: .string)])
  },
  entities: hardNames.enumerated().flatMap { number, name in
    [
      EntityDescription(
        name: "Root\(number)", isAbstract: true,
        properties: [.attribute(name, .string, isUnique: true)]),
      EntityDescription(
        name: "One\(number)", parentName: "Root\(number)",
        properties: [.attribute("part", .composite("Part\(number)"))]),
      EntityDescription(
        name: "Two\(number)",
        properties: [.toOne(name, "One\(number)"), .toMany("others", "One\(number)")],
        fetchTemplates: [
          FetchTemplate(
            name: "found",
            parameters: [.init(label: name, name: name, type: .attribute(.string, typeAlias: nil))],
            entityName: "Two\(number)",
            predicate: .compare(.keyPath(name, name), .equal, .variable(name)))
        ]),
    ]
  })
