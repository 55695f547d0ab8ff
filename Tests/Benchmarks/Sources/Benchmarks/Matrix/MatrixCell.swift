import Foundation
import GRDB
import ModelRuntime

/// A cell of the wider matrix: work on a store of any size, by this library, by hand and by GRDB.
///
/// All come to the same figure, which is never 0, or the run fails. What is not timed, such as fetching what is then
/// changed, is done before the trial is returned.
struct MatrixCell: Sendable {
  /// The timed part; what it returns is a count or a sum of what was read or written.
  typealias Trial = () throws -> Int
  typealias Preparation<Store> = @Sendable (Store, _ rows: Int) throws -> Trial

  /// The operation's number in the matrix of operations, such as `W5`.
  let name: String
  /// What is done, in words.
  let title: String
  /// The store that the work is done on.
  var store = MatrixStore.banks
  /// The most rows that the work is done on.
  var most = Int.max
  /// A query whose number is the figure of a cell that changes the store, which each trial then has to itself.
  var check: String?
  let ours: Preparation<PersistentContainer>
  /// nil where a hand-written program would do nothing.
  let raw: Preparation<RawConnection>?
  /// nil where GRDB has no such operation of its own.
  var grdb: Preparation<DatabaseQueue>?

  static var all: [MatrixCell] { reading + writing + graph + shapes + holding + observing }

  /// What `--operation` takes.
  var fullName: String { "\(name) \(title)" }

  func takesPart(_ contender: MatrixContender) -> Bool {
    switch contender {
    case .ours: true
    case .raw: raw != nil
    case .grdb: grdb != nil
    }
  }

  /// Opens a store and does what is not timed.
  ///
  /// - Returns: nil where the contender does not take part.
  func prepare(
    _ contender: MatrixContender, _ path: String, rows: Int, trace: SQLTrace? = nil
  ) throws -> Trial? {
    switch contender {
    case .ours: try ours(store.container(path, trace), rows)
    case .raw: try raw?(RawConnection(path: path), rows)
    case .grdb: try grdb?(DatabaseQueue.open(path), rows)
    }
  }
}

/// Who does the work of a cell of the matrix.
enum MatrixContender: String, CaseIterable {
  case ours, raw, grdb
}
