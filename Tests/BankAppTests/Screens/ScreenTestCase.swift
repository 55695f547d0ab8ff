import BankApp
import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import XCTest

/// A test case with the screens of the sample application on a store in memory.
class ScreenTestCase: XCTestCase {
  private(set) var context: ManagedObjectContext!
  private(set) var session: ScreenSession!
  private var container: PersistentContainer!

  override func setUpWithError() throws {
    container = try PersistentContainer(.bank, configuration: .inMemory)
    context = try container.makeContext()
    session = try ScreenSession(.bank, in: context)
  }

  override func tearDown() {
    (session, context, container) = (nil, nil, nil)
  }

  /// Returns another context on the same store, as another program would use.
  func otherContext() throws -> ManagedObjectContext { try container.makeContext() }

  /// Saves banks in another context, and updates the screens.
  func makeBanks(_ banks: [(name: String, city: String, state: String, closed: String?)]) throws {
    let other = try otherContext()
    for bank in banks {
      let details = FailedBankDetails(
        in: other, closeDate: bank.closed.flatMap { ScreenDate.date($0) }, zip: 100)
      _ = FailedBankInfo(
        in: other, name: bank.name, city: bank.city, state: bank.state, details: details)
    }
    try other.save()
    XCTAssertTrue(session.followStore())
  }

  func perform(_ actions: ScreenAction...) {
    for action in actions { session.perform(action) }
  }

  /// Types a text into the field with a label.
  func fill(_ label: String, _ text: String, line: UInt = #line) {
    guard let place = form.fields.firstIndex(where: { $0.label == label }) else {
      return XCTFail("no field '\(label)'", line: line)
    }
    perform(.select(place), .type(text))
  }

  /// The shown rows as `title|subtitle`, with a tick on picked rows.
  var rows: [String] {
    switch session.view.content {
    case .list(let view): view.rows.map(Self.text)
    case .picker(let view): view.rows.map(Self.text)
    case .search(let view): view.rows.map(Self.text)
    case .form: []
    }
  }

  private static func text(_ row: ScreenRows.Row) -> String {
    let text = row.subtitle.isEmpty ? row.title : "\(row.title)|\(row.subtitle)"
    switch row.mark {
    case .none, .unpicked: return text
    case .picked: return "✓" + text
    case .place(let place): return "\(place) " + text
    }
  }

  var form: FormView {
    if case .form(let view) = session.view.content { return view }
    return FormView(fields: [])
  }

  var search: SearchView? {
    if case .search(let view) = session.view.content { view } else { nil }
  }

  /// The text of the field with a label, or nil if there is no such field.
  func text(_ label: String) -> String? { form.fields.first { $0.label == label }?.text }
}
