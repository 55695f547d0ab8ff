internal import Foundation
internal import ModelRuntime

/// The fields of an object, or of one that is to be made.
///
/// What is typed stays here until it is saved, so that leaving forgets it and a
/// visit to a picker does not.
final class FormScreen: Screen {
  /// A field with what is typed.
  private struct Draft {
    let field: FormField
    var text = ""
    var saved = ""
    /// The objects that were picked for a new one.
    var picked: [ManagedObject] = []

    var isChanged: Bool { text != saved || !picked.isEmpty }
  }

  private let screens: EntityScreens
  private var object: ManagedObject?
  private var drafts: [Draft]
  private var selection: Int?
  /// Told about the object that a form for a new one has made.
  private let made: (ManagedObject) -> Void

  /// A form for an object; for a new one where it is nil.
  init(
    _ screens: EntityScreens, _ object: ManagedObject?, in session: ScreenSession,
    made: @escaping (ManagedObject) -> Void = { _ in }
  ) {
    self.screens = screens
    self.object = object
    self.made = made
    drafts = screens.fields.map { Draft(field: $0) }
    selection = drafts.firstIndex { isEditable($0) } ?? drafts.indices.first
    read(in: session)
  }

  private func isEditable(_ draft: Draft) -> Bool {
    switch draft.field.kind {
    case .shown: false
    default: object == nil ? true : draft.field.isWritable
    }
  }

  /// Reads the fields of the object; what was typed meanwhile stays.
  private func read(in session: ScreenSession) {
    for place in drafts.indices {
      let new = text(drafts[place], in: session)
      if drafts[place].text == drafts[place].saved { drafts[place].text = new }
      drafts[place].saved = new
    }
  }

  private func text(_ draft: Draft, in session: ScreenSession) -> String {
    if let entityName = draft.field.kind.entityName {
      return titles(object.map(draft.field.related) ?? draft.picked, of: entityName, draft, session)
    }
    return object.map(draft.field.text) ?? ""
  }

  private func titles(
    _ objects: [ManagedObject], of entityName: String, _ draft: Draft, _ session: ScreenSession
  ) -> String {
    var titles = objects.map { session.row($0).title }
    if case .toMany(_, isOrdered: false) = draft.field.kind { titles.sortAlphabetically() }
    return titles.joined(separator: session.catalog[entityName]?.texts.separator ?? ",")
  }

  // MARK: What is shown

  func view(in session: ScreenSession) -> ScreenView {
    let title = object.map { session.row($0).title } ?? "New \(screens.noun.lowercased())"
    let fields = drafts.map {
      FormView.Field(
        label: $0.field.label, text: $0.text, kind: $0.field.kind, isEditable: isEditable($0),
        isChanged: $0.isChanged,
        isRequired: isEditable($0) && screens.isRequired($0.field, in: session.context.model))
    }
    return ScreenView(
      title: title,
      content: .form(FormView(fields: fields, selection: selection, calendar: calendar)),
      commands: commands + [.save, .back, .quit])
  }

  private var commands: [ScreenCommand] {
    guard let draft = selection.map({ drafts[$0] }), isEditable(draft) else { return [] }
    switch draft.field.kind {
    case .text, .number: return [.edit]
    case .date: return [.edit, .date]
    case .choice: return [.cycle]
    case .toOne, .toMany: return [.pick]
    case .shown: return []
    }
  }

  private var calendar: MonthView? {
    guard let draft = selection.map({ drafts[$0] }), isEditable(draft),
      case .date(let hasTime) = draft.field.kind
    else { return nil }
    let date = ScreenDate.date(draft.text)
    return MonthView(of: date ?? today(hasTime), isSelected: date != nil, hasTime: hasTime)
  }

  // MARK: What is done

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): selection = row.limited(to: drafts.count)
    case .type(let text): edit { if $0.field.kind.isTyped { $0.text = text } }
    case .cycle(let step): edit { cycle(&$0, step) }
    case .shift(let days, let months): edit { shift(&$0, days: days, months: months) }
    case .open, .toggle: try pick(in: session)
    case .save: try save(in: session)
    case .back: leave(in: session)
    default: break
    }
  }

  private func edit(_ body: (inout Draft) -> Void) {
    guard let selection, isEditable(drafts[selection]) else { return }
    body(&drafts[selection])
  }

  private func cycle(_ draft: inout Draft, _ step: Int) {
    guard case .choice(let words) = draft.field.kind, !words.isEmpty else { return }
    let place = words.firstIndex(of: draft.text) ?? (step > 0 ? -1 : words.count)
    draft.text = words[((place + step) % words.count + words.count) % words.count]
  }

  private func shift(_ draft: inout Draft, days: Int, months: Int) {
    guard case .date(let hasTime) = draft.field.kind else { return }
    let date = ScreenDate.date(draft.text)
    let shifted = date.map {
      ScreenDate.shifted($0, days: days, months: months, hasTime: hasTime)
    }
    draft.text = ScreenDate.text(shifted ?? today(hasTime), hasTime: hasTime)
  }

  private func today(_ hasTime: Bool) -> Date {
    hasTime ? ScreenDate.startOfMinute(.now) : ScreenDate.startOfDay(.now)
  }

  /// Opens the picker of a relationship.
  private func pick(in session: ScreenSession) throws {
    guard let selection else { return }
    let draft = drafts[selection]
    if case .choice = draft.field.kind { return edit { cycle(&$0, 1) } }
    guard let name = draft.field.kind.entityName, isEditable(draft),
      let destination = session.catalog[name]
    else { return }
    let picker = try PickerScreen(
      destination, title: draft.field.label, kind: draft.field.kind,
      picked: object.map(draft.field.related) ?? draft.picked, isSavedWhenLeft: object != nil,
      in: session
    ) { [self] picked in
      if let object { return try draft.field.relate?(object, picked) ?? () }
      drafts[selection].picked = picked
      read(in: session)
    }
    session.push(picker)
  }

  // MARK: Leaving and saving

  /// Leaves; where something is typed, asks first.
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

  /// Writes what was typed into the object, which is made where it is new.
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
      } else if !draft.text.isEmpty, draft.text != draft.field.text(new) {
        // What was left alone keeps the default of new objects.
        try draft.field.write?(new, draft.text)
      }
    }
    isPending = true
    object = new
    return new
  }

  /// A Boolean value that says whether the object was made by this form and is
  /// not saved yet.
  private var isPending = false

  func settle(isSaved: Bool) {
    if isSaved {
      isPending = false
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
    guard let make = screens.make else {
      throw FieldError("a \(screens.noun.lowercased()) cannot be made here")
    }
    var values = NewValues()
    for draft in drafts {
      values.texts[draft.field.name] = draft.text
      values.objects[draft.field.name] = draft.picked
      values.labels[draft.field.name] = draft.field.label
    }
    return try make(session.context, values)
  }

  /// Finds the first text that is no value, and goes there.
  private func check() throws(FieldError) {
    for (place, draft) in drafts.enumerated() where draft.text != draft.saved || object == nil {
      guard isEditable(draft), draft.field.kind.entityName == nil else { continue }
      // A field that was left alone keeps the default of new objects.
      if object == nil, draft.text.isEmpty { continue }
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
      // Reading finds out whether the row is still there.
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
