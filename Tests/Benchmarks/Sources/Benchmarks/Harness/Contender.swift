/// One way to do the work, opened on one store file.
///
/// There is one function a cell. Each does what the cell does not time (making objects, holding
/// earlier results, an empty context), and returns the part that is timed. The functions may be
/// called several times on one contender: `repetition` counts from 0 and every call gets work that
/// is not done yet.
protocol Contender: AnyObject {
  init(path: String) throws

  /// Makes a bank and its details, linked, for each seed; saves nothing.
  func makeBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body
  /// Saves what was made of the seeds before: the save alone.
  func saveBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body
  /// Makes an order for each seed; saves nothing.
  func makeOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body
  /// Saves what was made of the seeds before: the save alone.
  func saveOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body

  /// Fetches all banks into an empty context and reads every attribute.
  func fetchBanks() throws -> Body
  /// Fetches all orders into an empty context and reads every attribute.
  func fetchOrders() throws -> Body
  /// Fetches all banks as values that no context knows, and reads every attribute.
  func snapshotBanks() throws -> Body
  /// Fetches all orders as values that no context knows, and reads every attribute.
  func snapshotOrders() throws -> Body
  /// Fetches all banks again while the result of an earlier fetch is held.
  func refetchBanks() throws -> Body

  /// Finds a bank for each certificate number, each by a request of its own.
  func findBanks(certs: [Int32]) throws -> Body
  /// Finds a bank for each primary key, or object ID, in an empty context.
  func findBanks(keys: [Int64]) throws -> Body
  /// Finds a bank for each primary key while all of them are held.
  func findHeldBanks(keys: [Int64]) throws -> Body

  /// Gives every bank another city and saves; the row's version is checked and raised.
  func renameCities(repetition: Int) throws -> Body
  /// Goes from the first banks, already fetched, to their details, not yet fetched.
  func readDetails(limit: Int) throws -> Body
  /// Fetches all purchases into an empty context, and walks to their customers, lines and the
  /// lines' labels, reading every attribute; nil where the contender knows no relationships.
  func walkPurchases() throws -> Body?
  /// Deletes the banks of these keys, and with each its details; versions are checked. Both were
  /// fetched before.
  func deleteBanks(keys: ClosedRange<Int64>) throws -> Body
}

extension Contender {
  func walkPurchases() throws -> Body? { nil }
}

/// The timed part of a cell.
typealias Body = () throws -> Outcome

/// What the timed part came to.
struct Outcome {
  /// What was read; nil where the store file is checked instead.
  var checksum: Checksum?
  /// What the timed part would otherwise have to let go of.
  var held: Any?

  /// Read this, and hold on to that until the clock has stopped.
  static func read(_ checksum: Checksum, holding held: Any) -> Outcome {
    Outcome(checksum: checksum, held: held)
  }

  /// Wrote to the store, which will be checked.
  static var wrote: Outcome { Outcome(checksum: nil, held: nil) }
}

/// A contender's names, and how to open it.
struct ContenderEntry: Sendable {
  /// What `--contender` takes.
  var name: String
  /// What it stands for.
  var title: String
  /// Opens it on a store file.
  var open: @Sendable (_ path: String) throws -> any Contender
}

/// A failure of the benchmark itself.
struct BenchError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
