/// An input, and what it found; the input is chosen at first.
final class SearchScreen: Screen {
  private let screens: EntityScreens
  private var kind = 0
  private var text = ""
  /// The other searches that have to hold.
  private var kept: [Search] = []
  private var found: BatchedObjects?
  private var selection: Int?
  /// The search that is shown, to be run again when the store changes.
  private var shown: Search?
  private var note = ""
  private var order: RowOrder
  /// The text that is typed to jump to among the results; nil where nothing is.
  private var jump: RowJump?

  /// A way to search with its text.
  private struct Search {
    let kind: SearchKind
    let text: String

    var words: String { kind.takesText ? "\(kind.title): \(text)" : kind.title }
  }

  /// The number of objects that are loaded at a time.
  private static let batchSize = 20

  init(_ screens: EntityScreens, in session: ScreenSession) {
    self.screens = screens
    order = RowOrder(screens, in: session.context.model)
  }

  func view(in session: ScreenSession) -> ScreenView {
    let count = found?.count ?? 0
    let shownKeys = shownKeys
    let rows = ScreenRows(count: count) { [found, screens] place in
      guard let object = found?[place] else { return ScreenRows.Row(title: "", subtitle: "") }
      let text = screens.row(object, showing: shownKeys)
      return ScreenRows.Row(text)
    }
    return ScreenView(
      title: "Search \(screens.plural.lowercased())",
      content: .search(
        SearchView(
          kept: kept.map(\.words), kinds: screens.searches.map(\.title), kind: kind, text: text,
          takesText: screens.searches[kind].takesText, rows: rows, selection: selection,
          note: note, order: order.text, jump: jump)),
      commands: commands(in: session))
  }

  private func commands(in session: ScreenSession) -> [ScreenCommand] {
    guard selection != nil else { return [.run, .kind, .combine, .back] }
    let jump: [ScreenCommand] = jumpPath(in: session) == nil ? [] : [.jump]
    let delete: [ScreenCommand] = session.catalog.isReadOnly ? [] : [.delete]
    return [.open] + delete + session.undoCommands + jump + [.sort, .kind, .back]
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .type(let text) where jump != nil: try jump(to: text, in: session)
    case .type(let new):
      text = new
      findWhileTyping(in: session)
    case .cycle(let step):
      let count = screens.searches.count
      kind = ((kind + step) % count + count) % count
      findWhileTyping(in: session)
    case .select(let row):
      selection = row < 0 ? nil : row.limited(to: found?.count ?? 0)
      if selection == nil { jump = nil }
    case .run: try run(search, in: session)
    case .combine: try combine(in: session)
    case .back where jump != nil: jump = nil
    case .back: kept.isEmpty ? session.pop() : takeBack(in: session)
    default: if let selection { try perform(action, onResult: selection, in: session) }
    }
  }

  private func perform(
    _ action: ScreenAction, onResult place: Int, in session: ScreenSession
  ) throws {
    guard let found else { return }
    switch action {
    case .open: try session.open(found[place])
    case .delete: session.askToDelete(found[place])
    case .jump: jump = jump == nil && jumpPath(in: session) != nil ? RowJump() : nil
    case .sort(let step):
      order.move(step)
      try findAgain(keeping: found[place], in: session)
    case .turn:
      order.turn()
      try findAgain(keeping: found[place], in: session)
    default: break
    }
  }

  /// Finds the same in another order.
  private func findAgain(keeping object: ManagedObject, in session: ScreenSession) throws {
    guard let shown else { return }
    try run(shown, in: session)
    selection = found?.place(ofKey: object.objectID.key)
  }

  private func jumpPath(in session: ScreenSession) -> String? {
    order.jumpPath(in: session.context.model)
  }

  /// Chooses the first result that begins with a text.
  private func jump(to text: String, in session: ScreenSession) throws {
    guard let path = jumpPath(in: session), let shown else { return }
    var place: Int?
    if !text.isEmpty {
      let begins = EntityScreens.begins(path, with: text)
      let all = searches(with: shown)
      let conditions = try all.map { try $0.kind.predicate($0.text) } + [begins]
      place = try screens.source.first(session.context, .and(conditions), keys(of: all))
        .flatMap { found?.place(ofKey: $0.objectID.key) }
    }
    jump = RowJump(text: text, isFound: text.isEmpty || place != nil)
    selection = place ?? selection
  }

  func refresh(in session: ScreenSession) throws {
    guard let shown else { return }
    let kept = selection
    try run(shown, in: session)
    selection = kept.flatMap { $0.limited(to: found?.count ?? 0) }
  }

  private var search: Search { Search(kind: screens.searches[kind], text: text) }

  /// Returns the searches that have to hold together: with nothing typed yet,
  /// those that were kept.
  private func searches(with search: Search) -> [Search] {
    let isOpen = search.kind.takesText && search.text.isEmpty && !kept.isEmpty
    return isOpen ? kept : kept + [search]
  }

  /// The order of the first kind that has one, as it is turned.
  private func keys(of all: [Search]) -> [SortKey] {
    order.keys(all.compactMap(\.kind.order).first ?? screens.order)
  }

  /// The keys by which results stand where they do, for rows that show them.
  private var shownKeys: [SortKey] {
    let all = kept + [shown].compactMap(\.self)
    guard order.isByField || all.contains(where: { $0.kind.order != nil }) else { return [] }
    return keys(of: all)
  }

  /// Keeps what is searched for, for another kind besides; twice the same is
  /// once too often.
  private func combine(in session: ScreenSession) throws {
    _ = try search.kind.predicate(text)
    kept.append(search)
    text = ""
    findWhileTyping(in: session)
  }

  /// Goes back to what was kept last.
  private func takeBack(in session: ScreenSession) {
    let last = kept.removeLast()
    kind = screens.searches.firstIndex { $0.name == last.kind.name } ?? kind
    text = last.text
    findWhileTyping(in: session)
  }

  /// Finds what there is for the text so far; where that is no value yet, a note
  /// says what is to be typed.
  private func findWhileTyping(in session: ScreenSession) {
    (found, shown, selection, jump, note) = (nil, nil, nil, nil, "")
    if search.kind.takesText, text.isEmpty, kept.isEmpty {
      note = search.kind.prompt
      return
    }
    do {
      try run(search, in: session)
    } catch {
      // The excerpt below it is what stands there already.
      let message = "\(session.catalog.told(error, in: session.context))"
      note = message.split(separator: "\n").first.map(String.init) ?? ""
    }
  }

  private func run(_ search: Search, in session: ScreenSession) throws {
    (found, shown, selection, note) = (nil, nil, nil, "")
    let objects = try objects(of: searches(with: search), in: session)
    found = objects
    shown = search
    note =
      switch objects.count {
      case 0: "No Results"
      case 1: "1 \(screens.noun.lowercased())"
      default: "\(objects.count) \(screens.plural.lowercased())"
      }
  }

  private func objects(of all: [Search], in session: ScreenSession) throws -> BatchedObjects {
    do {
      let predicates = try all.map { try $0.kind.predicate($0.text) }
      return try screens.source.batches(
        session.context, .and(predicates), keys(of: all), Self.batchSize)
    } catch let error as ObjectPredicateError where all.last?.kind.isCondition == true {
      throw ConditionError(description: error.description)
    }
  }
}

extension Int {
  /// The row as it can be with so many rows.
  func limited(to count: Int) -> Int? { Optional(self).limited(to: count) }
}
