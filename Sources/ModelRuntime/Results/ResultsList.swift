internal import ModelSchema

/// The list behind a controller, whatever the class of its objects.
final class ResultsList: JournalFollower {
  let context: ManagedObjectContext
  let entity: CompiledEntity
  private let requested: FetchPlan
  private let sectionKey: SectionKey?
  /// The list as it is now; nil before it is fetched.
  private(set) var layout: ListLayout?
  /// Why the list could not be brought up to date.
  private(set) var failure: (any Error)?
  /// Who is told.
  var tell: ((ListChanges) -> Void)?

  init(
    _ context: ManagedObjectContext, _ entity: CompiledEntity, _ plan: FetchPlan,
    sectionKey: SectionKey?
  ) {
    self.context = context
    self.entity = entity
    self.sectionKey = sectionKey
    requested = plan
  }

  /// Fetches the list, and follows the context from then on.
  func fetch() throws {
    try sectionKey?.check(entity, context.store.model)
    layout = try fetched()
    failure = nil
    context.beginJournal().add(self)
  }

  func follow(_ entry: ChangeJournal.Entry) {
    guard let old = layout else { return }
    do {
      let new = try fetched()
      let touched = Set(entry.objects.map(\._key) + entry.merged.flatMap(\.updated).map(\.key))
      let comparison = ListComparison(context: context, old: old, new: new) {
        touched.contains($0._key)
      }
      layout = new
      let changes = comparison.changes()
      failure = nil
      if !changes.isEmpty { tell?(changes) }
    } catch {
      failure = error
    }
  }

  private func fetched() throws -> ListLayout {
    var plan = requested
    if let sectionKey { plan.sortKeys = sectionKey.sortKeys(requested.sortKeys) }
    return try ListLayout(try context.objects(plan, entity), by: sectionKey)
  }
}
