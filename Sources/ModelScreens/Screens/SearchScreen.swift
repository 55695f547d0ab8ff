/// A screen with a search field and the objects that the search has found. When
/// the screen opens, the field is selected.
final class SearchScreen: Screen {
  private let screens: EntityScreens
  private var kind = 0
  private var text = ""
  /// The earlier searches whose conditions the results must also satisfy.
  private var kept: [Search] = []
  private var found: BatchedObjects?
  private var selection: Int?
  /// The search whose results are shown, and which is repeated when the store
  /// changes; nil if no results are shown.
  private var shown: Search?
  private var note = ""
  private var order: RowOrder
  /// The jump among the results; nil if there is none.
  private var jump: RowJump?

  /// A way to search, with the text that has been typed for it.
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

  /// Repeats the search, for example in a new order, and selects an object
  /// among the results.
  private func findAgain(keeping object: ManagedObject, in session: ScreenSession) throws {
    guard let shown else { return }
    try run(shown, in: session)
    selection = found?.place(ofKey: object.objectID.key)
  }

  private func jumpPath(in session: ScreenSession) -> String? {
    order.jumpPath(in: session.context.model)
  }

  /// Selects the first result whose text begins with the given text.
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

  /// Returns the searches whose conditions must all be satisfied, which are the
  /// kept searches and, unless its text is still empty, the current search.
  private func searches(with search: Search) -> [Search] {
    let isOpen = search.kind.takesText && search.text.isEmpty && !kept.isEmpty
    return isOpen ? kept : kept + [search]
  }

  /// Returns the sort keys of the results, which are those of the first search
  /// that has an order, as changed by the user.
  private func keys(of all: [Search]) -> [SortKey] {
    order.keys(all.compactMap(\.kind.order).first ?? screens.order)
  }

  /// The sort keys whose values are shown in the rows; empty if the results
  /// have the default order.
  private var shownKeys: [SortKey] {
    let all = kept + [shown].compactMap(\.self)
    guard order.isByField || all.contains(where: { $0.kind.order != nil }) else { return [] }
    return keys(of: all)
  }

  /// Keeps the current search as a condition, and begins another search with
  /// empty text.
  private func combine(in session: ScreenSession) throws {
    _ = try search.kind.predicate(text)
    kept.append(search)
    text = ""
    findWhileTyping(in: session)
  }

  /// Makes the search that was kept last the current search again.
  private func takeBack(in session: ScreenSession) {
    let last = kept.removeLast()
    kind = screens.searches.firstIndex { $0.name == last.kind.name } ?? kind
    text = last.text
    findWhileTyping(in: session)
  }

  /// Runs the search with the text that has been typed. If the text is not
  /// valid yet, a note describes the expected input.
  private func findWhileTyping(in session: ScreenSession) {
    (found, shown, selection, jump, note) = (nil, nil, nil, nil, "")
    if search.kind.takesText, text.isEmpty, kept.isEmpty {
      note = search.kind.prompt
      return
    }
    do {
      try run(search, in: session)
    } catch {
      // The lines that follow quote the condition, which the search field already
      // shows.
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
  /// Returns the index, limited to the given number of rows; nil if there are
  /// no rows.
  func limited(to count: Int) -> Int? { Optional(self).limited(to: count) }
}
