extension CompiledDataModel {
  // MARK: Fetches

  /// Returns a fetched property, or nil if it has no fetch request.
  static func fetchedProperty(_ property: ArchivedValue, named name: String) -> XMLElementNode? {
    guard let archived = property["NSFetchRequest"],
      let request = request(archived, named: "fetchedPropertyFetchRequest")
    else { return nil }
    var element = XMLElementNode("fetchedProperty")
    element.set("name", name)
    element.set("optional", property["NSIsOptional"]?.isTrue == true)
    element.append(request)
    for entry in userInfo(of: property) { element.append(entry) }
    return element
  }

  /// Returns the fetch request templates of a model.
  static func templates(_ root: ArchivedValue) -> [XMLElementNode] {
    (root["NSFetchRequestTemplates"]?.entries ?? []).compactMap { request($1, named: $0) }
  }

  private static func request(_ request: ArchivedValue, named name: String) -> XMLElementNode? {
    let entity =
      request["NSEntity"]?["NSEntityName"]?.text ?? request["NSEntityName"]?.text
    guard let entity else { return nil }
    var element = XMLElementNode("fetchRequest")
    element.set("name", name)
    element.set("entity", entity)
    if let condition = request["NSPredicate"] {
      // A condition that cannot be represented is written as unreadable text, so that
      // the import warns about it.
      element.set("predicateString", condition.predicate()?.format ?? condition.className)
    }
    for (key, attribute) in numbers {
      let number = request[key]?.integer ?? 0
      element.set(attribute, number == 0 ? nil : String(number))
    }
    return element
  }

  private static let numbers = [
    ("NSFetchLimit", "fetchLimit"), ("NSBatchSize", "fetchBatchSize"),
    ("NSResultType", "resultType"),
  ]

  // MARK: Configurations

  /// Returns the configurations of a model, with their entities.
  static func configurations(_ root: ArchivedValue) -> [XMLElementNode] {
    (root["NSConfigurations"]?.entries ?? []).map { name, members in
      var element = XMLElementNode("configuration")
      element.set("name", name)
      for entity in members.elements.compactMap({ $0["NSEntityName"]?.text }).sorted() {
        element.append(XMLElementNode("memberEntity", attributes: [.init("name", entity)]))
      }
      return element
    }
  }

  // MARK: User info

  /// Returns the user info of a description, with additional entries that
  /// belong nowhere else; empty if there are no entries.
  static func userInfo(
    of description: ArchivedValue, and others: [(key: String, value: String)] = []
  ) -> [XMLElementNode] {
    let entries = (description["NSUserInfo"]?.entries ?? []).compactMap { key, value in
      value.constantText.map { (key: key, value: $0) }
    }
    return XMLElementNode.userInfo(entries + others)
  }
}
