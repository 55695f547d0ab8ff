/// A screen with the fields of an existing or a new object.
///
/// Typed values are kept in the form until they are saved. Opening a picker
/// does not affect them, but leaving the form discards them.
final class FormScreen: Screen {
  /// A field of the form, with its unsaved content.
  private struct Draft {
    let field: FormField
    var text = ""
    var saved = ""
    /// The objects that were picked for a new object.
    var picked: [ManagedObject] = []
    /// True if the value is too long to be edited on one line.
    var isLong = false

    var isChanged: Bool { text != saved || !picked.isEmpty }
  }

  /// A step that restores the content of a field, to undo or redo a change.
  private struct Step {
    let place: Int
    let text: String
    let picked: [ManagedObject]
    /// True if the text of the field was typed. Everything that is typed in a
    /// field without an interruption is one step.
    let isTyped: Bool
  }

  private let screens: EntityScreens
  private var object: ManagedObject?
  private var drafts: [Draft]
  private var selection: Int?
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  /// A closure that receives the object that was created with the form.
  private let made: (ManagedObject) -> Void
  private let isReadOnly: Bool

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - object: The object to edit; nil to create a new object.
  ///   - made: A closure that receives a new object.
  init(
    _ screens: EntityScreens, _ object: ManagedObject?, in session: ScreenSession,
    made: @escaping (ManagedObject) -> Void = { _ in }
  ) {
    self.screens = screens
    self.object = object
    self.made = made
    isReadOnly = session.catalog.isReadOnly
    drafts = screens.fields.map { Draft(field: $0) }
    read(in: session)
    selection = drafts.firstIndex { isEditable($0) } ?? drafts.indices.first
  }

  private func isEditable(_ draft: Draft) -> Bool {
    guard !isReadOnly, !draft.isLong, draft.field.kind != .shown else { return false }
    return object == nil || draft.field.isWritable
  }

  /// Returns the related objects of a field.
  private func related(_ draft: Draft) -> [ManagedObject] {
    object.map(draft.field.related) ?? draft.picked
  }

  private func canFollow(_ draft: Draft) -> Bool {
    guard object != nil else { return false }
    switch draft.field.kind {
    case .toOne: return !related(draft).isEmpty
    case .toMany: return !draft.text.isEmpty
    case .text, .number, .date, .choice, .shown: return false
    }
  }

  private func whole(_ draft: Draft) -> WholeValue? { object.flatMap(draft.field.whole) }

  /// Returns the whole text of a field that shows only a part of it; nil for
  /// any other field.
  private func wholeText(_ draft: Draft) -> String? {
    guard case .text(let text) = whole(draft) else { return nil }
    return text
  }

  /// The maximum size, in bytes, of text that can be edited in the form. Longer
  /// text is shown on a separate screen, and cannot be edited.
  private static let editedLength = 5_000

  /// Reads the values of the object into the fields. Unsaved text is kept.
  private func read(in session: ScreenSession) {
    for place in drafts.indices {
      let length = wholeText(drafts[place])?.utf8.count ?? 0
      drafts[place].isLong = length > Self.editedLength
      let new = text(drafts[place], in: session)
      if drafts[place].text == drafts[place].saved { drafts[place].text = new }
      drafts[place].saved = new
    }
  }

  private func text(_ draft: Draft, in session: ScreenSession) -> String {
    if let entityName = draft.field.kind.entityName {
      let others = related(draft)
      // The text of a dangling reference says that its object is missing.
      if !others.isEmpty || object == nil { return titles(others, of: entityName, draft, session) }
    }
    // An editable field must contain the whole text, because its content is saved.
    if isEditable(draft), let whole = wholeText(draft) { return whole }
    return object.map(draft.field.text)
      ?? screens.defaultText(of: draft.field, in: session.context.model)
  }

  private func titles(
    _ objects: [ManagedObject], of entityName: String, _ draft: Draft, _ session: ScreenSession
  ) -> String {
    // For a long list, only the number of objects is shown, because reading the titles
    // can require a fetch for each object.
    guard objects.count <= Self.namedCount else { return session.counted(objects, of: entityName) }
    var titles = objects.map { session.row($0).title }
    if case .toMany(_, isOrdered: false) = draft.field.kind { titles.sortAlphabetically() }
    return titles.joined(separator: session.catalog[entityName]?.texts.separator ?? ",")
  }

  /// The maximum number of related objects that are listed by title.
  private static let namedCount = 100

  // MARK: View

  func view(in session: ScreenSession) -> ScreenView {
    let title = object.map { session.row($0).title } ?? "New \(screens.noun.lowercased())"
    let fields = drafts.enumerated().map { place, draft in
      FormView.Field(
        label: draft.field.label, text: draft.text, kind: draft.field.kind,
        isEditable: isEditable(draft), isChanged: draft.isChanged,
        isRequired: isEditable(draft)
          && screens.isRequired(draft.field, in: session.context.model, isNew: object == nil),
        canOpen: place == selection && (canFollow(draft) || whole(draft) != nil))
    }
    return ScreenView(
      title: title,
      content: .form(FormView(fields: fields, selection: selection, calendar: calendar)),
      commands: commands + (isReadOnly ? [] : [.save])
        + undoCommands(in: session) + [.back, .quit])
  }

  /// Returns the commands for undo and redo that are available. Unsaved edits
  /// are undone before saved changes.
  private func undoCommands(in session: ScreenSession) -> [ScreenCommand] {
    let saved = session.undoCommands
    return (!undoSteps.isEmpty || saved.contains(.undo) ? [.undo] : [])
      + (!redoSteps.isEmpty || saved.contains(.redo) ? [.redo] : [])
  }

  private var commands: [ScreenCommand] {
    guard let draft = selection.map({ drafts[$0] }) else { return [] }
    guard isEditable(draft) else {
      return canFollow(draft) || whole(draft) != nil ? [.open] : []
    }
    switch draft.field.kind {
    case .text, .number: return [.edit]
    case .date: return [.edit, .date]
    case .choice: return [.cycle]
    case .toOne, .toMany: return canFollow(draft) ? [.pick, .follow] : [.pick]
    case .shown: return []
    }
  }

  private var calendar: MonthView? {
    guard let draft = selection.map({ drafts[$0] }), isEditable(draft),
      case .date(let hasTime) = draft.field.kind
    else { return nil }
    let date = ScreenDate.date(draft.text)
    return MonthView(
      of: date ?? today(hasTime), isSelected: date != nil, hasTime: hasTime || isMoment(date))
  }

  /// Returns whether a date has a time of day, which is then also shown in a
  /// field for days.
  private func isMoment(_ date: Date?) -> Bool { date.map { !ScreenDate.isDay($0) } ?? false }

  // MARK: Actions

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): selection = row.limited(to: drafts.count)
    case .type(let text): edit(isTyped: true) { if $0.field.kind.isTyped { $0.text = text } }
    case .cycle(let step):
      if step > 0, selection.map({ canFollow(drafts[$0]) }) == true {
        try follow(in: session)
      } else {
        edit { cycle(&$0, step) }
      }
    case .shift(let days, let months): edit { shift(&$0, days: days, months: months) }
    case .open:
      if selection.map({ isEditable(drafts[$0]) }) == true {
        try pick(in: session)
      } else {
        try follow(in: session)
      }
    case .toggle: try pick(in: session)
    case .save: if !isReadOnly { try save(in: session) }
    case .back: leave(in: session)
    default: break
    }
  }

  private func edit(isTyped: Bool = false, _ body: (inout Draft) -> Void) {
    guard let selection, isEditable(drafts[selection]) else { return }
    let old = drafts[selection]
    body(&drafts[selection])
    guard drafts[selection].text != old.text || drafts[selection].picked != old.picked else {
      return
    }
    redoSteps = []
    if isTyped, let last = undoSteps.last, last.isTyped, last.place == selection { return }
    undoSteps.append(
      Step(place: selection, text: old.text, picked: old.picked, isTyped: isTyped))
  }

  func takeBack(forRedo: Bool, in session: ScreenSession) -> String? {
    guard let step = forRedo ? redoSteps.popLast() : undoSteps.popLast() else {
      // The session undoes a saved change next, which must be redone first.
      redoSteps = []
      return nil
    }
    let now = drafts[step.place]
    let other = Step(place: step.place, text: now.text, picked: now.picked, isTyped: step.isTyped)
    if forRedo { undoSteps.append(other) } else { redoSteps.append(other) }
    drafts[step.place].text = step.text
    drafts[step.place].picked = step.picked.filter { $0.context != nil && !$0.isInaccessible }
    selection = step.place
    read(in: session)
    return now.field.label.lowercased()
  }

  private func cycle(_ draft: inout Draft, _ step: Int) {
    guard case .choice(let words) = draft.field.kind, !words.isEmpty else { return }
    let place = words.firstIndex(of: draft.text) ?? (step > 0 ? -1 : words.count)
    draft.text = words[((place + step) % words.count + words.count) % words.count]
  }

  private func shift(_ draft: inout Draft, days: Int, months: Int) {
    guard case .date(let hasTime) = draft.field.kind else { return }
    let date = ScreenDate.date(draft.text)
    let keepsTime = hasTime || isMoment(date)
    let shifted = date.map {
      ScreenDate.shifted($0, days: days, months: months, hasTime: keepsTime)
    }
    draft.text = ScreenDate.text(shifted ?? today(hasTime), hasTime: keepsTime)
  }

  private func today(_ hasTime: Bool) -> Date {
    hasTime ? ScreenDate.startOfMinute(.now) : ScreenDate.today
  }

  /// Opens the picker of the selected field's relationship. If the field is a
  /// choice, the next word is chosen.
  private func pick(in session: ScreenSession) throws {
    guard let selection else { return }
    let draft = drafts[selection]
    if case .choice = draft.field.kind { return edit { cycle(&$0, 1) } }
    guard let name = draft.field.kind.entityName, isEditable(draft),
      let destination = session.catalog[name]
    else { return }
    let related = { [self] in object.map(draft.field.related) ?? drafts[selection].picked }
    let picker = try PickerScreen(
      destination, title: draft.field.label, kind: draft.field.kind,
      isSavedWhenLeft: object != nil, in: session, related: related
    ) { [self] picked in
      if let object { return try draft.field.relate?(object, picked) ?? () }
      edit { $0.picked = picked }
      read(in: session)
    }
    session.push(picker)
  }

  /// Shows the related objects, or the whole value, of the selected field on
  /// another screen.
  private func follow(in session: ScreenSession) throws {
    guard let object, let draft = selection.map({ drafts[$0] }) else { return }
    if let whole = whole(draft) {
      return session.push(ValueScreen(draft.field.label, whole, of: session.row(object).title))
    }
    guard canFollow(draft) else { return }
    switch draft.field.kind {
    case .toOne:
      if let other = related(draft).first { try session.open(other) }
    case .toMany(let name, let isOrdered):
      guard let screens = session.catalog[name] else { return }
      let title = "\(draft.field.label) of '\(session.row(object).title)'"
      let catalog = session.catalog
      let list = try ListScreen(screens, title: title, in: session) {
        let others = object.context == nil ? [] : draft.field.related(object)
        guard !isOrdered, others.count <= Self.namedCount else { return others }
        return others.map { (catalog.row($0).title, $0) }
          .sorted { [String].areInOrder($0.0, $1.0) }.map(\.1)
      }
      session.push(list)
    case .text, .number, .date, .choice, .shown: break
    }
  }

  // MARK: Leaving and saving

  /// Leaves the screen. If there are unsaved edits, the user is asked first.
  private func leave(in session: ScreenSession) {
    guard hasEdits else { return session.pop() }
    session.ask(
      ScreenDialog(
        title: "Leave", message: "Save what was changed?",
        options: ["Save", "Do not save", "Cancel"], selection: 0)
    ) { [self] option, _ in
      switch option {
      case 0: try save(in: session)
      case 1: session.pop()
      default: break
      }
    }
  }

  private func save(in session: ScreenSession) throws {
    let isNew = object == nil
    let object = try write(in: session)
    do {
      try session.save("\(isNew ? "Add" : "Change") '\(session.row(object).title)'")
    } catch {
      if isNew { self.object = nil }
      throw error
    }
    settle(isSaved: true)
    session.pop()
    session.say("Saved '\(session.row(object).title)'")
    if isNew { made(object) }
  }

  var hasEdits: Bool { drafts.contains(where: \.isChanged) }

  func commit(in session: ScreenSession) throws {
    guard hasEdits else { return }
    _ = try write(in: session)
  }

  /// Writes the edits to the object and returns it. If the form is for a new
  /// object, this is created first.
  private func write(in session: ScreenSession) throws -> ManagedObject {
    try check()
    if let object {
      for draft in drafts where draft.text != draft.saved && draft.field.kind.entityName == nil {
        try draft.field.write?(object, draft.text)
      }
      return object
    }
    let new = try made(in: session)
    for draft in drafts {
      if draft.field.kind.entityName != nil {
        if !draft.picked.isEmpty { try draft.field.relate?(new, draft.picked) }
      } else if draft.text != draft.saved, draft.text != draft.field.text(new) {
        // An unedited field keeps the default value of new objects.
        try draft.field.write?(new, draft.text)
      }
    }
    isPending = true
    object = new
    return new
  }

  /// True if this form has created the object, and it has not been saved yet.
  private var isPending = false

  func settle(isSaved: Bool) {
    if isSaved {
      isPending = false
      (undoSteps, redoSteps) = ([], [])
      for place in drafts.indices {
        drafts[place].saved = drafts[place].text
        drafts[place].picked = []
      }
    } else if isPending {
      isPending = false
      object = nil
    }
  }

  private func made(in session: ScreenSession) throws -> ManagedObject {
    var values = NewValues()
    for draft in drafts {
      values.texts[draft.field.name] = draft.text
      values.objects[draft.field.name] = draft.picked
      values.labels[draft.field.name] = draft.field.label
    }
    return try screens.insert(values, in: session.context)
  }

  /// Checks the text of every field. A field whose text is not valid is
  /// selected.
  ///
  /// - Throws: `FieldError` for the first field whose text is not valid.
  private func check() throws(FieldError) {
    for (place, draft) in drafts.enumerated() where draft.text != draft.saved || object == nil {
      guard isEditable(draft), draft.field.kind.entityName == nil else { continue }
      // An unedited field keeps the default value of new objects.
      if object == nil, draft.text == draft.saved { continue }
      do {
        try draft.field.check(draft.text)
      } catch {
        selection = place
        throw FieldError(error.message, label: draft.field.label)
      }
    }
  }

  func refresh(in session: ScreenSession) throws {
    if let object, !isPending {
      // Reading a value detects that the row has been deleted.
      _ = session.row(object)
      guard !object.isInaccessible, object.context != nil else {
        session.close(self)
        session.say("This \(screens.noun.lowercased()) was deleted")
        return
      }
    }
    for place in drafts.indices {
      drafts[place].picked.removeAll { $0.context == nil || $0.isInaccessible }
    }
    read(in: session)
  }
}
