import BankModel
import ModelRuntime
import XCTest

/// A test case with a live list of banks, and a recorder of its reports.
class ResultsTestCase: BankTestCase {
  private(set) var recorder = ChangeRecorder()

  override func tearDown() {
    recorder = ChangeRecorder()
    super.tearDown()
  }

  /// Makes a list of banks, sorted by name by default, that reports to the recorder.
  func list(
    _ request: FetchRequest<FailedBankInfo> = FailedBankInfo.all.sorted { [$0.name.ascending] }
  ) throws -> FetchedResultsController<FailedBankInfo> {
    try followed(FetchedResultsController(request, in: context))
  }

  /// Makes a list of banks by state and name, with a section for each state.
  func sectionedList() throws -> FetchedResultsController<FailedBankInfo> {
    let request = FailedBankInfo.all.sorted { [$0.state.ascending, $0.name.ascending] }
    return try followed(
      FetchedResultsController(request, in: context, sectionedBy: { $0.state }))
  }

  func followed(
    _ list: FetchedResultsController<FailedBankInfo>
  ) throws -> FetchedResultsController<FailedBankInfo> {
    list.delegate = recorder
    try list.performFetch()
    return list
  }

  /// Makes an unsaved bank in a state.
  @discardableResult
  func makeBank(_ name: String, in state: String) -> FailedBankInfo {
    FailedBankInfo(in: context, name: name, city: "Springfield", state: state)
  }

  /// Processes pending changes, and returns the reports since the last call.
  func reported() -> [String] {
    context.processPendingChanges()
    defer { recorder.lines = [] }
    return recorder.lines
  }

  func names(_ list: FetchedResultsController<FailedBankInfo>) -> [String] {
    list.objects.map(\.name)
  }
}

/// Records the reports of a list, one line for each call.
final class ChangeRecorder: FetchedResultsDelegate {
  var lines: [String] = []

  func resultsWillChange(_ controller: FetchedResultsController<FailedBankInfo>) {
    lines.append("will")
  }

  func results(
    _ controller: FetchedResultsController<FailedBankInfo>, didChange section: SectionChange
  ) {
    switch section {
    case .delete(let id, let number): lines.append("delete section \(number) '\(id.name)'")
    case .insert(let id, let number): lines.append("insert section \(number) '\(id.name)'")
    }
  }

  func results(
    _ controller: FetchedResultsController<FailedBankInfo>,
    didChange object: ResultChange<FailedBankInfo>
  ) {
    let name = object.object.name
    switch object {
    case .insert(_, let place): lines.append("insert \(text(place)) \(name)")
    case .delete(_, let place): lines.append("delete \(text(place)) \(name)")
    case .move(_, let old, let new): lines.append("move \(text(old)) to \(text(new)) \(name)")
    case .update(_, let old, let new): lines.append("update \(text(old)) to \(text(new)) \(name)")
    }
  }

  func resultsDidChange(_ controller: FetchedResultsController<FailedBankInfo>) {
    lines.append("did")
  }

  private func text(_ place: ResultPosition) -> String { "\(place.section).\(place.item)" }
}
