internal import ModelRuntime

/// An input, and what it found; the input is chosen at first.
final class SearchScreen: Screen {
  private let screens: EntityScreens
  private var kind = 0
  private var text = ""
  /// What else has to hold.
  private var kept: [Search] = []
  private var found: BatchedObjects?
  private var selection: Int?
  /// The search that is shown, to be run again when the store changes.
  private var shown: Search?
  private var note = ""

  /// A way to search with its text.
  private struct Search {
    let kind: SearchKind
    let text: String

    var words: String { kind.takesText ? "\(kind.title): \(text)" : kind.title }
  }

  /// The number of objects that are loaded at a time.
  private static let batchSize = 20

  init(_ screens: EntityScreens) {
    self.screens = screens
  }

  func view(in session: ScreenSession) -> ScreenView {
    let count = found?.count ?? 0
    let order = order ?? []
    let rows = ScreenRows(count: count) { [found, screens] place in
      guard let object = found?[place] else { return ScreenRows.Row(title: "", subtitle: "") }
      let text = screens.row(object, showing: order)
      return ScreenRows.Row(title: text.title, subtitle: text.subtitle)
    }
    var commands: [ScreenCommand] =
      selection == nil ? [.run, .kind, .combine] : [.open, .delete, .kind]
    if selection != nil, session.canUndo { commands.insert(.undo, at: 2) }
    return ScreenView(
      title: "Search \(screens.plural.lowercased())",
      content: .search(
        SearchView(
          kept: kept.map(\.words), kinds: screens.searches.map(\.title), kind: kind, text: text,
          takesText: screens.searches[kind].takesText, rows: rows, selection: selection,
          note: note)),
      commands: commands + [.back])
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .type(let new):
      text = new
      selection = nil
      findWhileTyping(in: session)
    case .cycle(let step):
      let count = screens.searches.count
      kind = ((kind + step) % count + count) % count
      selection = nil
      findWhileTyping(in: session)
    case .select(let row): selection = row < 0 ? nil : row.limited(to: found?.count ?? 0)
    case .run: try run(search, in: session)
    case .combine: try combine(in: session)
    case .open:
      if let selection, let object = found?[selection] { try session.open(object) }
    case .delete: if let selection, let object = found?[selection] { session.askToDelete(object) }
    case .back: kept.isEmpty ? session.pop() : takeBack(in: session)
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {
    guard let shown else { return }
    let kept = selection
    try run(shown, in: session)
    selection = kept.flatMap { $0.limited(to: found?.count ?? 0) }
  }

  private var search: Search { Search(kind: screens.searches[kind], text: text) }

  /// The order of the first kind that has one.
  private var order: [SortKey]? {
    (kept + [shown].compactMap(\.self)).compactMap(\.kind.order).first
  }

  /// Keeps what is searched for, for another kind besides; twice the same is
  /// once too often.
  private func combine(in session: ScreenSession) throws {
    _ = try search.kind.predicate(text)
    kept.append(search)
    (text, selection) = ("", nil)
    findWhileTyping(in: session)
  }

  /// Goes back to what was kept last.
  private func takeBack(in session: ScreenSession) {
    let last = kept.removeLast()
    kind = screens.searches.firstIndex { $0.name == last.kind.name } ?? kind
    (text, selection) = (last.text, nil)
    findWhileTyping(in: session)
  }

  /// Finds what there is for the text so far; where that is no value yet, a note
  /// says what is to be typed.
  private func findWhileTyping(in session: ScreenSession) {
    (found, shown, note) = (nil, nil, "")
    if search.kind.takesText, text.isEmpty, kept.isEmpty {
      note = search.kind.prompt
      return
    }
    do {
      try run(search, in: session)
    } catch {
      note = "\(session.catalog.told(error, in: session.context))"
    }
  }

  private func run(_ search: Search, in session: ScreenSession) throws {
    (found, shown, selection, note) = (nil, nil, nil, "")
    // With nothing typed yet, what was kept is what is searched for.
    let isOpen = search.kind.takesText && search.text.isEmpty && !kept.isEmpty
    let all = isOpen ? kept : kept + [search]
    let objects = try objects(of: all, in: session)
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
      let order = all.compactMap(\.kind.order).first ?? screens.order
      return try screens.source.batches(
        session.context, .and(predicates), order, Self.batchSize)
    } catch let error as ObjectPredicateError where all.last?.kind.isCondition == true {
      throw ConditionError(description: error.description)
    }
  }
}

extension Int {
  /// The row as it can be with so many rows.
  func limited(to count: Int) -> Int? { Optional(self).limited(to: count) }
}
