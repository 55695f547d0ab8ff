/// A screen with all objects to which a relationship can refer. The related
/// objects are marked.
///
/// The picks are kept in the screen, and are applied to the relationship when
/// the screen is left.
final class PickerScreen: Screen {
  private let screens: EntityScreens
  private let title: String
  private let kind: FieldKind
  private var objects: BatchedObjects
  private var picked: [ManagedObject]
  private var original: [ManagedObject]
  private var selection: Int?
  /// A closure that sets the objects of the relationship, without saving.
  private let apply: ([ManagedObject]) throws -> Void
  /// A closure that returns the current objects of the relationship.
  private let related: () -> [ManagedObject]
  /// True if the picks are saved when the screen is left.
  private let isSavedWhenLeft: Bool

  init(
    _ screens: EntityScreens, title: String, kind: FieldKind, isSavedWhenLeft: Bool,
    in session: ScreenSession, related: @escaping () -> [ManagedObject],
    apply: @escaping ([ManagedObject]) throws -> Void
  ) throws {
    self.screens = screens
    self.title = title
    self.kind = kind
    let picked = related()
    self.picked = picked
    original = picked
    self.related = related
    self.isSavedWhenLeft = isSavedWhenLeft
    self.apply = apply
    objects = try Self.objects(screens, in: session)
    try refresh(in: session)
    if !isToMany, let first = picked.first { selection = place(of: first) }
  }

  private var isToMany: Bool { if case .toMany = kind { true } else { false } }
  private var isOrdered: Bool { if case .toMany(_, isOrdered: true) = kind { true } else { false } }
  private var selected: ManagedObject? { selection.map { objects[$0] } }

  func view(in session: ScreenSession) -> ScreenView {
    let (objects, picked, isOrdered) = (objects, picked, isOrdered)
    let rows = ScreenRows(count: objects.count) { place in
      let object = objects[place]
      let text = session.row(object)
      let number = picked.firstIndex(of: object)
      let mark: ScreenRows.Row.Mark =
        number.map { isOrdered ? .place($0 + 1) : .picked } ?? .unpicked
      return ScreenRows.Row(text, mark: mark)
    }
    var commands: [ScreenCommand] = objects.count == 0 ? [] : [.toggle]
    if isOrdered, objects.count > 0 { commands.append(.move) }
    if session.canMake(screens.entityName) { commands.append(.add) }
    if objects.count > 0 { commands.append(.delete) }
    commands += session.undoCommands
    return ScreenView(
      title: title,
      content: .picker(
        PickerView(
          rows: rows, selection: selection, placeholder: "No \(screens.plural.lowercased()) yet")),
      commands: commands + [.back])
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): selection = row.limited(to: objects.count)
    case .toggle, .open: try toggle(in: session)
    case .move(let step): move(step)
    case .add: try session.make(screens.entityName) { [self] in pick($0) }
    case .delete: if let selected { session.askToDelete(selected) }
    case .back: try leave(in: session)
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {
    let kept = selected
    objects = try Self.objects(screens, in: session)
    follow(related())
    picked.removeAll { place(of: $0) == nil }
    original.removeAll { place(of: $0) == nil }
    selection = (kept.flatMap(place) ?? selection).limited(to: objects.count)
  }

  /// Applies changes that have been made to the relationship outside this
  /// screen. The picks on the screen are kept.
  private func follow(_ now: [ManagedObject]) {
    if picked == original {
      picked = now
    } else if isToMany {
      let (before, after) = (Set(original), Set(now))
      picked.removeAll { before.contains($0) && !after.contains($0) }
      let own = Set(picked)
      picked += now.filter { !before.contains($0) && !own.contains($0) }
    }
    original = now
  }

  private static func objects(
    _ screens: EntityScreens, in session: ScreenSession
  ) throws -> BatchedObjects {
    try screens.source.batches(session.context, nil, screens.order, EntitySource.batchSize)
  }

  private func place(of object: ManagedObject) -> Int? {
    object.context == nil ? nil : objects.place(ofKey: object.objectID.key)
  }

  var hasEdits: Bool { picked != original }

  func commit(in session: ScreenSession) throws {
    if picked != original { try apply(picked) }
  }

  func settle(isSaved: Bool) {
    if isSaved { original = picked }
  }

  private func toggle(in session: ScreenSession) throws {
    guard let selected else { return }
    if let place = picked.firstIndex(of: selected) {
      picked.remove(at: place)
    } else {
      if !isToMany { picked = [] }
      picked.append(selected)
      if !isToMany { try leave(in: session) }
    }
  }

  /// Picks a new object, and selects it.
  private func pick(_ object: ManagedObject) {
    if !isToMany { picked = [] }
    if !picked.contains(object) { picked.append(object) }
    if let place = place(of: object) { selection = place }
  }

  private func move(_ step: Int) {
    guard isOrdered, let selected, let place = picked.firstIndex(of: selected) else { return }
    let target = min(max(place + step, 0), picked.count - 1)
    picked.remove(at: place)
    picked.insert(selected, at: target)
  }

  private func leave(in session: ScreenSession) throws {
    guard picked != original else { return session.pop() }
    try apply(picked)
    if isSavedWhenLeft { try session.save("Pick \(title.lowercased())") }
    original = picked
    session.pop()
  }
}
