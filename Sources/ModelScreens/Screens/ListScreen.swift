/// A screen with a list of all objects of an entity, or of the objects of a
/// relationship. It is updated after every change.
final class ListScreen: Screen {
  private let title: String
  /// True if the list contains all objects of the entity.
  private let isWhole: Bool
  private let screens: EntityScreens
  private let objects: any ListedObjects
  private var order: RowOrder
  /// The jump in progress; nil if there is none.
  private var jump: RowJump?

  init(_ screens: EntityScreens, in session: ScreenSession) throws {
    self.screens = screens
    title = screens.plural
    isWhole = true
    objects = try screens.source.listed(session.context, screens.order)
    order = RowOrder(screens, in: session.context.model)
    try objects.load()
  }

  /// Creates a list of related objects.
  ///
  /// - Parameter related: A closure that returns the objects. It is called at
  ///   each refresh.
  init(
    _ screens: EntityScreens, title: String, in session: ScreenSession,
    related: @escaping () -> [ManagedObject]
  ) throws {
    self.screens = screens
    self.title = title
    isWhole = false
    order = RowOrder(screens, in: session.context.model)
    objects = RelatedList(related)
    try objects.load()
  }

  private var selected: ManagedObject? { objects.selection.map { objects[$0] } }

  func view(in session: ScreenSession) -> ScreenView {
    let (objects, catalog, screens) = (objects, session.catalog, screens)
    let order = order.isByField ? order.keys(screens.order) : []
    let rows = ScreenRows(count: objects.count) { place in
      let object = objects[place]
      let text = (catalog[object.entityName] ?? screens).row(object, showing: order)
      return ScreenRows.Row(text)
    }
    return ScreenView(
      title: title,
      content: .list(
        ListView(
          rows: rows, selection: objects.selection,
          placeholder: "No \(screens.plural.lowercased()) yet", order: self.order.text, jump: jump)),
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
      commands += session.undoCommands
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
    case .jump: jump = jump == nil && jumpPath(in: session) != nil ? RowJump() : nil
    case .type(let text): try jump(to: text, in: session)
    case .sort(let step):
      order.move(step)
      try objects.sort(by: order.keys(screens.order))
    case .turn:
      order.turn()
      try objects.sort(by: order.keys(screens.order))
    case .add: try session.make(screens.entityName) { [objects] in objects.select($0) }
    case .delete: if let selected { session.askToDelete(selected) }
    case .tick: try tick(in: session)
    case .search: if !screens.searches.isEmpty { session.push(SearchScreen(screens, in: session)) }
    default: break
    }
  }

  /// Updates the list when it is shown again, after other lists were shown.
  func showAgain(in session: ScreenSession) throws {
    jump = nil
    try refresh(in: session)
  }

  func refresh(in session: ScreenSession) throws {
    session.context.processPendingChanges()
    try objects.refresh()
    if let failure = objects.failure { throw failure }
  }

  private func jumpPath(in session: ScreenSession) -> String? {
    order.jumpPath(in: session.context.model)
  }

  /// Selects the first object whose text begins with the given text.
  private func jump(to text: String, in session: ScreenSession) throws {
    guard jump != nil, let path = jumpPath(in: session) else { return }
    let found =
      text.isEmpty
      ? nil
      : try screens.source.first(
        session.context, EntityScreens.begins(path, with: text), order.keys(screens.order))
    jump = RowJump(text: text, isFound: text.isEmpty || found != nil)
    if let found { objects.select(found) }
  }

  /// Toggles a Boolean field of the selected object, the field named by
  /// `EntityScreens.tick`.
  private func tick(in session: ScreenSession) throws {
    guard !session.catalog.isReadOnly, let selected,
      let field = screens.tick.flatMap({ screens.field($0) })
    else { return }
    let isTicked = field.text(selected) == true.fieldText
    try field.write?(selected, (!isTicked).fieldText)
    try session.save("\(field.label) of '\(session.row(selected).title)'")
  }
}
