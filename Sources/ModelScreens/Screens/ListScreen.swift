internal import ModelRuntime

/// All objects of an entity, or those that a relationship leads to; it follows
/// every change.
final class ListScreen: Screen {
  private let title: String
  /// A Boolean value that says whether all objects of the entity are listed.
  private let isWhole: Bool
  private let screens: EntityScreens
  private let objects: any ListedObjects
  /// The fields that the list can be sorted by.
  private let sortFields: [(field: FormField, key: SortKey)]
  /// The place of the field that it is sorted by; nil for its own order.
  private var sorting: Int?
  private var isTurned = false
  /// What is typed to jump to; nil where nothing is.
  private var jump: String?

  init(_ screens: EntityScreens, in session: ScreenSession) throws {
    self.screens = screens
    title = screens.plural
    isWhole = true
    objects = try screens.source.listed(session.context, screens.order)
    sortFields = screens.allFields.compactMap { field in
      screens.sortKey(of: field, in: session.context.model).map { (field, $0) }
    }.filter { [$0.key] != screens.order }
    try objects.load()
  }

  /// What a relationship leads to.
  init(
    _ screens: EntityScreens, title: String, related: @escaping () -> [ManagedObject]
  ) throws {
    self.screens = screens
    self.title = title
    isWhole = false
    sortFields = []
    objects = RelatedList(related)
    try objects.load()
  }

  private var selected: ManagedObject? { objects.selection.map { objects[$0] } }

  func view(in session: ScreenSession) -> ScreenView {
    let (objects, catalog, screens) = (objects, session.catalog, screens)
    let order = sorting == nil ? [] : order
    let rows = ScreenRows(count: objects.count) { place in
      let object = objects[place]
      let text = (catalog[object.entityName] ?? screens).row(object, showing: order)
      return ScreenRows.Row(title: text.title, subtitle: text.subtitle)
    }
    return ScreenView(
      title: title,
      content: .list(
        ListView(
          rows: rows, selection: objects.selection,
          placeholder: "No \(screens.plural.lowercased()) yet", order: orderText, jump: jump)),
      commands: commands(in: session))
  }

  private func commands(in session: ScreenSession) -> [ScreenCommand] {
    let isEmpty = objects.count == 0
    var commands: [ScreenCommand] = isEmpty ? [] : [.open]
    if isWhole {
      if session.canMake(screens.entityName) { commands.append(.add) }
      if !session.catalog.isReadOnly, !isEmpty {
        commands.append(.delete)
        if screens.tick != nil { commands.append(.tick) }
      }
      if session.canUndo { commands.append(.undo) }
      if !screens.searches.isEmpty { commands.append(.search) }
      if objects.count > 1 { commands += screens.nameKey == nil ? [.sort] : [.jump, .sort] }
      if session.catalog.entities.count > 1 { commands.append(.lists) }
    }
    if session.depth > 1 { commands.append(.back) }
    return commands + [.quit]
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): objects.select(row)
    case .open: if let selected { try session.open(selected) }
    case .back where jump != nil: jump = nil
    case .back: session.pop()
    default: if isWhole { try performOnAll(action, in: session) }
    }
  }

  private func performOnAll(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .jump: jump = jump == nil && screens.nameKey != nil ? "" : nil
    case .type(let text): try jump(to: text, in: session)
    case .sort(let step):
      let count = sortFields.count + 1
      let place = ((sorting ?? -1) + 1 + step + count) % count
      (sorting, isTurned) = (place == 0 ? nil : place - 1, false)
      try objects.sort(by: order)
    case .turn:
      isTurned.toggle()
      try objects.sort(by: order)
    case .add: try session.make(screens.entityName) { [objects] in objects.select($0) }
    case .delete: if let selected { session.askToDelete(selected) }
    case .tick: try tick(in: session)
    case .search: if !screens.searches.isEmpty { session.push(SearchScreen(screens)) }
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {
    session.context.processPendingChanges()
    try objects.refresh()
    if let failure = objects.failure { throw failure }
  }

  /// The order of the list.
  private var order: [SortKey] {
    let own = screens.order
    guard let sorting else { return isTurned ? own.map(\.reversed) : own }
    let key = sortFields[sorting].key
    return [isTurned ? key.reversed : key] + own
  }

  private var orderText: String {
    let name = sorting.map { "by \(sortFields[$0].field.label.lowercased())" } ?? ""
    return [name, isTurned ? "turned around" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Chooses the first object whose name begins with a text.
  private func jump(to text: String, in session: ScreenSession) throws {
    guard jump != nil, let name = screens.nameKey else { return }
    jump = text
    let begins = ObjectPredicate.compare(
      .keyPath(name), .beginsWith, .constant(.string(text)),
      options: [.caseInsensitive, .diacriticInsensitive])
    if !text.isEmpty, let found = try screens.source.first(session.context, begins, order) {
      objects.select(found)
    }
  }

  /// Turns the yes or no that the model names around.
  private func tick(in session: ScreenSession) throws {
    guard !session.catalog.isReadOnly, let selected,
      let field = screens.tick.flatMap({ screens.field($0) })
    else { return }
    let isTicked = field.text(selected) == true.fieldText
    try field.write?(selected, (!isTicked).fieldText)
    try session.save("\(field.label) of '\(session.row(selected).title)'")
  }
}
