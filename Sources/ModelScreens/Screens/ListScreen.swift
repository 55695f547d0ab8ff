internal import ModelRuntime

/// All objects of an entity; it follows every change.
final class ListScreen: Screen {
  private let screens: EntityScreens
  private var objects: [ManagedObject] = []
  private var selection: Int?

  init(_ screens: EntityScreens, in session: ScreenSession) throws {
    self.screens = screens
    try refresh(in: session)
  }

  var entityName: String { screens.entityName }

  private var selected: ManagedObject? { selection.map { objects[$0] } }

  func view(in session: ScreenSession) -> ScreenView {
    let (objects, catalog, screens) = (objects, session.catalog, screens)
    let rows = ScreenRows(count: objects.count) { place in
      let object = objects[place]
      let text = (catalog[object.entityName] ?? screens).row(object)
      return ScreenRows.Row(title: text.title, subtitle: text.subtitle)
    }
    var commands: [ScreenCommand] = objects.isEmpty ? [] : [.open, .delete]
    if session.canMake(screens.entityName) { commands.insert(.add, at: commands.isEmpty ? 0 : 1) }
    if !screens.searches.isEmpty { commands.append(.search) }
    if session.catalog.entities.count > 1 { commands.append(.lists) }
    return ScreenView(
      title: screens.plural,
      content: .list(
        ListView(
          rows: rows, selection: selection, placeholder: "No \(screens.plural.lowercased()) yet")),
      commands: commands + [.quit])
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): selection = row.limited(to: objects.count)
    case .open: if let selected { try session.open(selected) }
    case .add: try session.make(screens.entityName) { [self] in select($0) }
    case .delete: try delete(in: session)
    case .search:
      if !screens.searches.isEmpty { session.push(SearchScreen(screens)) }
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {
    let kept = selected
    objects = try screens.fetch(session.context, nil, screens.order)
    let place = kept.flatMap { objects.firstIndex(of: $0) }
    selection = (place ?? selection).limited(to: objects.count)
  }

  /// Chooses an object.
  private func select(_ object: ManagedObject) {
    if let place = objects.firstIndex(of: object) { selection = place }
  }

  private func delete(in session: ScreenSession) throws {
    guard let selected else { return }
    let title = session.row(selected).title
    session.context.delete(selected)
    try session.save()
    session.say("Deleted '\(title)'")
  }
}
