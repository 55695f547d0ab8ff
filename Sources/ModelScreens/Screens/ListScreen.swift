internal import ModelRuntime

/// All objects of an entity; it follows every change.
final class ListScreen: Screen {
  private let screens: EntityScreens
  private let objects: any ListedObjects

  init(_ screens: EntityScreens, in session: ScreenSession) throws {
    self.screens = screens
    objects = screens.listed(session.context, screens.order)
    try objects.load()
  }

  private var selected: ManagedObject? { objects.selection.map { objects[$0] } }

  func view(in session: ScreenSession) -> ScreenView {
    let (objects, catalog, screens) = (objects, session.catalog, screens)
    let rows = ScreenRows(count: objects.count) { place in
      let object = objects[place]
      let text = (catalog[object.entityName] ?? screens).row(object)
      return ScreenRows.Row(title: text.title, subtitle: text.subtitle)
    }
    var commands: [ScreenCommand] = rows.isEmpty ? [] : [.open, .delete]
    if screens.tick != nil, !rows.isEmpty { commands.append(.tick) }
    if session.canUndo { commands.append(.undo) }
    if session.canMake(screens.entityName) { commands.insert(.add, at: commands.isEmpty ? 0 : 1) }
    if !screens.searches.isEmpty { commands.append(.search) }
    if session.catalog.entities.count > 1 { commands.append(.lists) }
    return ScreenView(
      title: screens.plural,
      content: .list(
        ListView(
          rows: rows, selection: objects.selection,
          placeholder: "No \(screens.plural.lowercased()) yet")),
      commands: commands + [.quit])
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): objects.select(row)
    case .open: if let selected { try session.open(selected) }
    case .add: try session.make(screens.entityName) { [objects] in objects.select($0) }
    case .delete: if let selected { session.askToDelete(selected) }
    case .tick: try tick(in: session)
    case .search:
      if !screens.searches.isEmpty { session.push(SearchScreen(screens)) }
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {
    session.context.processPendingChanges()
    if let failure = objects.failure { throw failure }
  }

  /// Turns the yes or no that the model names around.
  private func tick(in session: ScreenSession) throws {
    guard let selected, let field = screens.tick.flatMap({ screens.field($0) }) else { return }
    let isTicked = field.text(selected) == true.fieldText
    try field.write?(selected, (!isTicked).fieldText)
    try session.save("\(field.label) of '\(session.row(selected).title)'")
  }
}
