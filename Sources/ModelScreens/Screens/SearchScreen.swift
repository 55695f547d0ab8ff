internal import ModelRuntime

/// An input, and what it found; the input is chosen at first.
final class SearchScreen: Screen {
  private let screens: EntityScreens
  private var kind = 0
  private var text = ""
  private var found: BatchedObjects?
  private var selection: Int?
  /// The search that is shown, to be run again when the store changes.
  private var shown: (kind: SearchKind, text: String)?
  private var note = ""

  /// The number of objects that are loaded at a time.
  private static let batchSize = 20

  init(_ screens: EntityScreens) {
    self.screens = screens
  }

  func view(in session: ScreenSession) -> ScreenView {
    let count = found?.count ?? 0
    let order = shown?.kind.order ?? []
    let rows = ScreenRows(count: count) { [found, screens] place in
      guard let object = found?[place] else { return ScreenRows.Row(title: "", subtitle: "") }
      let text = screens.row(object, showing: order)
      return ScreenRows.Row(title: text.title, subtitle: text.subtitle)
    }
    let commands: [ScreenCommand] = selection == nil ? [.run, .kind] : [.open, .kind]
    return ScreenView(
      title: "Search \(screens.plural.lowercased())",
      content: .search(
        SearchView(
          kinds: screens.searches.map(\.title), kind: kind, text: text,
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
    case .run: try run(screens.searches[kind], text, in: session)
    case .open:
      if let selection, let object = found?[selection] { try session.open(object) }
    case .back: session.pop()
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {
    guard let shown else { return }
    let kept = selection
    try run(shown.kind, shown.text, in: session)
    selection = kept.flatMap { $0.limited(to: found?.count ?? 0) }
  }

  /// Finds what there is for the text so far; a text that is no value yet finds
  /// nothing, and nothing is said about it.
  private func findWhileTyping(in session: ScreenSession) {
    let kind = screens.searches[kind]
    (found, shown, note) = (nil, nil, "")
    if kind.takesText, text.isEmpty { return }
    try? run(kind, text, in: session)
  }

  private func run(_ kind: SearchKind, _ text: String, in session: ScreenSession) throws {
    (found, shown, selection, note) = (nil, nil, nil, "")
    let order = kind.order ?? screens.order
    let predicate = try kind.predicate(text)
    let objects = try screens.batches(session.context, predicate, order, Self.batchSize)
    found = objects
    shown = (kind, text)
    note =
      switch objects.count {
      case 0: "No Results"
      case 1: "1 \(screens.noun.lowercased())"
      default: "\(objects.count) \(screens.plural.lowercased())"
      }
  }
}

extension Int {
  /// The row as it can be with so many rows.
  func limited(to count: Int) -> Int? { Optional(self).limited(to: count) }
}
