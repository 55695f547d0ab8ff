/// The screens for every entity of a model, created while the program runs. The
/// screens are the same as those that the generator writes for an application,
/// but without classes.
struct BrowserCatalog {
  let model: ManagedObjectModel

  /// Returns the screens, starting with the list of entities.
  func screens(title: String) -> ScreenCatalog {
    var catalog = ScreenCatalog(title: title, entities: model.entities.map(screens))
    catalog.beginsWithEntities = true
    return catalog
  }

  private func screens(of entity: EntityDescription) -> EntityScreens {
    let name = entity.name
    let properties = model.properties(of: entity)
    let fields = properties.enumerated().compactMap { number, property in
      BrowserField(property: property, number: number, model: model).field
    }
    let row = BrowserRow(fields: fields, properties: properties)
    let make: @Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject = {
      context, _ in try context.insert(entityName: name)
    }
    return EntityScreens(
      of: entity, source: EntitySource(entityName: name), noun: name,
      plural: EnglishWords.plural(name),
      row: { row.text($0) }, fields: [Self.id] + fields, searches: [SearchKind.format],
      make: entity.isAbstract ? nil : make)
  }

  private static var id: FormField {
    var field = FormField("@id", "ID", .shown)
    field.text = { StoredValue.id($0) }
    return field
  }
}

/// The line for an object in lists: its name, and as many of its other values
/// as there is room for.
struct BrowserRow {
  private let title: FormField?
  private let others: [FormField]

  /// The maximum number of characters, which is enough for the widest terminal.
  private static let length = 300

  init(fields: [FormField], properties: [PropertyDescription]) {
    let texts = Set(properties.filter { $0.attribute?.type == .string }.map(\.name))
    let named = fields.filter { texts.contains($0.name) }
    title = named.first { ["name", "title"].contains($0.name) } ?? named.first
    others = fields.filter { [title] field in
      if case .toMany = field.kind { return false }
      return field.name != title?.name
    }
  }

  func text(_ object: ManagedObject) -> RowText {
    let id = StoredValue.id(object)
    do {
      try object.load()
    } catch {
      return RowText("\(id) is not there")
    }
    var parts: [String] = []
    var length = 0
    for field in others where length < Self.length {
      let text =
        field.kind.entityName == nil
        ? field.text(object)
        : field.related(object).first.map(StoredValue.id) ?? field.text(object)
      guard !text.isEmpty else { continue }
      parts.append("\(field.name) \(text)")
      length += text.count
    }
    let name = title.map { $0.text(object) } ?? ""
    return RowText(name.isEmpty ? id : name, parts.joined(separator: ", "))
  }
}
