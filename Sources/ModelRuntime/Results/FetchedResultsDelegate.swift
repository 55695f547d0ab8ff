/// A delegate that receives the changes of a list step by step, like Core Data's
/// `NSFetchedResultsControllerDelegate`.
///
/// Every method has a default implementation that does nothing. To receive all changes
/// at once, use `FetchedResultsController.onChange`.
public protocol FetchedResultsDelegate<Object>: AnyObject {
  /// The class of the listed objects.
  associatedtype Object: ManagedObject

  /// Tells the delegate that changes follow. The controller's objects and
  /// sections have already been updated.
  func resultsWillChange(_ controller: FetchedResultsController<Object>)

  /// Tells the delegate that a section was inserted or deleted.
  func results(_ controller: FetchedResultsController<Object>, didChange section: SectionChange)

  /// Tells the delegate that an object was inserted, deleted, moved or updated.
  func results(
    _ controller: FetchedResultsController<Object>, didChange object: ResultChange<Object>)

  /// Tells the delegate that all changes have been reported.
  func resultsDidChange(_ controller: FetchedResultsController<Object>)
}

extension FetchedResultsDelegate {
  /// Does nothing by default, before changes are reported.
  public func resultsWillChange(_ controller: FetchedResultsController<Object>) {}

  /// Does nothing by default, for the change of a section.
  public func results(
    _ controller: FetchedResultsController<Object>, didChange section: SectionChange
  ) {}

  /// Does nothing by default, for the change of an object.
  public func results(
    _ controller: FetchedResultsController<Object>, didChange object: ResultChange<Object>
  ) {}

  /// Does nothing by default, after all changes have been reported.
  public func resultsDidChange(_ controller: FetchedResultsController<Object>) {}
}
