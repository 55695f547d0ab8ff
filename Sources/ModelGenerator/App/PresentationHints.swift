/// The hints of an entity about its presentation, which are its `@info` keys
/// that begin with `ui.`.
struct PresentationHints {
  let entity: EntityDescription

  /// Returns the name of a model's application.
  static func title(of model: ManagedObjectModel) -> String {
    model.userInfo["ui.title"] ?? PlainName.words(model.name)
  }

  /// The noun for one object of the entity.
  var noun: String { entity.userInfo["ui.title"] ?? PlainName.words(entity.name) }

  /// The noun for several objects; if it is nil, an s is added to `noun`.
  var plural: String? { entity.userInfo["ui.plural"] }

  /// The pattern of rows in lists, such as `{name}|{city}, {state}`; nil if
  /// there is none.
  var row: String? { entity.userInfo["ui.row"] }

  /// The paths of the form's fields, in order; nil if the form has all fields.
  var form: [String]? {
    entity.userInfo["ui.form"].map { $0.split { $0 == " " || $0 == "," }.map(String.init) }
  }

  /// The sort order of lists, as paths with a direction; nil if there is none.
  /// In the `@info`, `desc` follows a path in descending order.
  var sort: [(path: String, isAscending: Bool)]? {
    entity.userInfo["ui.sort"].map { text in
      text.split(separator: ",").compactMap { key in
        let words = key.split(separator: " ")
        guard let path = words.first else { return nil }
        return (String(path), words.dropFirst().first != "desc")
      }
    }
  }

  /// The sample values of a new object, with the paths of their properties; nil
  /// if there are none. The values of a related object are under keys such as
  /// `ui.new.details`.
  var sample: [(path: [String], value: String)]? {
    guard let own = entity.userInfo["ui.new"] else { return nil }
    let prefix = "ui.new."
    let behind = entity.userInfo.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
    return Self.values(own, behind: [])
      + behind.flatMap { key, values in
        Self.values(
          values, behind: key.dropFirst(prefix.count).split(separator: ".").map(String.init))
      }
  }

  private static func values(
    _ text: String, behind path: [String]
  ) -> [(path: [String], value: String)] {
    text.split(separator: ";").compactMap { entry in
      let parts = entry.split(separator: "=", maxSplits: 1).map { part in
        String(part.trimming { $0 == " " })
      }
      return parts.count == 2 ? (path + [parts[0]], parts[1]) : nil
    }
  }

  /// Returns the Boolean attribute that a user toggles in lists by a key, and
  /// the word that is shown if it is true; nil if the model names no attribute.
  ///
  /// - Throws: `GenerationDiagnostic` if `ui.tick` does not name an editable Boolean.
  func tick(
    of entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) -> (name: String, word: String?)? {
    guard let words = entity.userInfo["ui.tick"]?.split(separator: " ").map(String.init) else {
      return nil
    }
    let name = words.first ?? ""
    guard let attribute = shape.property(name, of: entity)?.attribute, attribute.type == .boolean,
      attribute.isEdited
    else {
      let property = shape.property(name, of: entity)
      throw GenerationDiagnostic(
        place: "\(entity.name) @info",
        reason: property == nil
          ? .unknownPath(name)
          : .wrongHint("ui.tick", name, wanted: "a yes or no that can be changed"))
    }
    return (name, words.dropFirst().first)
  }

  /// Checks that all keys in a model that begin with `ui.` are known for their
  /// declarations.
  ///
  /// - Throws: `GenerationDiagnostic` for the first key that is not known.
  static func check(_ model: ManagedObjectModel) throws(GenerationDiagnostic) {
    try check(model.userInfo, known: ["ui.title"], at: "model \(model.name)")
    for entity in model.entities {
      let info = entity.userInfo.filter { !$0.key.hasPrefix("ui.new.") }
      try check(info, known: entityKeys, at: "\(entity.name) @info")
      let order = (info["ui.sort"] ?? "").split(separator: ",").map { $0.split(separator: " ") }
      guard order.allSatisfy({ $0.count < 2 || $0.count == 2 && ["asc", "desc"].contains($0[1]) })
      else {
        throw GenerationDiagnostic(
          place: "\(entity.name) @info",
          reason: .wrongHint(
            "ui.sort", info["ui.sort"] ?? "", wanted: "paths, each with 'desc' behind it or without"
          ))
      }
      for property in entity.properties {
        let place = "\(entity.name).\(property.name)"
        let info = property.attribute?.userInfo ?? [:]
        try check(info, known: ["ui.label", "ui.time"], at: place)
        _ = try answer("ui.time", in: info, at: place)
        try check(property.relationship?.userInfo ?? [:], known: ["ui.label"], at: place)
      }
    }
  }

  private static let entityKeys = [
    "ui.form", "ui.new", "ui.plural", "ui.row", "ui.sort", "ui.tick", "ui.title",
  ]

  /// Checks that all keys of a declaration that begin with `ui.` are known.
  ///
  /// - Throws: `GenerationDiagnostic` for the first key that is not known.
  static func check(
    _ info: [String: String], known: [String], at place: String
  ) throws(GenerationDiagnostic) {
    for key in info.keys.sorted() where key.hasPrefix("ui.") && !known.contains(key) {
      throw GenerationDiagnostic(place: place, reason: .unknownHint(key, known: known))
    }
  }

  /// Returns true if the value of a key is `yes`, and false if it is `no`; nil
  /// if the key is missing.
  ///
  /// - Throws: `GenerationDiagnostic` if the key has another value.
  static func answer(
    _ key: String, in info: [String: String], at place: String
  ) throws(GenerationDiagnostic) -> Bool? {
    guard let word = info[key] else { return nil }
    guard ["yes", "no"].contains(word) else {
      throw GenerationDiagnostic(
        place: place, reason: .wrongHint(key, word, wanted: "'yes' or 'no'"))
    }
    return word == "yes"
  }

  /// Returns the label of a property; nil if the model declares none.
  static func label(_ property: PropertyDescription) -> String? { property.label }

  /// Returns whether the values of an attribute are shown with the time of day.
  static func hasTime(_ attribute: AttributeDescription) -> Bool {
    attribute.userInfo["ui.time"] == "yes"
  }
}
