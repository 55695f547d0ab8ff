/// A screen with the entities of a catalogue, and the numbers of their objects.
final class EntitiesScreen: Screen {
  private var selection: Int?
  /// The numbers of objects as text, by the index of the entity. Only the
  /// objects of visible entities are counted.
  private var counts: [Int: String] = [:]

  func view(in session: ScreenSession) -> ScreenView {
    let entities = session.catalog.entities
    selection = selection.limited(to: entities.count)
    let rows = ScreenRows(count: entities.count) { [self] place in
      let entity = entities[place]
      return ScreenRows.Row(title: entity.entityName, subtitle: count(of: entity, place, session))
    }
    return ScreenView(
      title: "Entities",
      content: .list(ListView(rows: rows, selection: selection, placeholder: "No entities")),
      commands: [.open, .quit])
  }

  private func count(of entity: EntityScreens, _ place: Int, _ session: ScreenSession) -> String {
    if let count = counts[place] { return count }
    let count: String
    do {
      let number = try session.context.count(entityName: entity.entityName)
      count = "\(number)" + (entity.isAbstract ? " (abstract)" : "")
    } catch {
      count = "cannot be counted: \(error)"
    }
    counts[place] = count
    return count
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): selection = row.limited(to: session.catalog.entities.count)
    case .open: if let selection { try session.showList(selection) }
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws { counts = [:] }
}
