import Foundation
import GRDB

// The fair rival of an object graph: what somebody who knows GRDB well writes by hand to get one
// object a row, changes that are noticed, and saves of nothing but those.

/// A bank that belongs to a context; its changes are noticed.
final class GraphBank: BankFields {
  /// Bits of ``changed``, and the columns they stand for.
  static let changeable = ["ZCERT", "ZDETAILS", "ZACQUIRER", "ZCITY", "ZNAME", "ZSTATE"]

  let key: Int64
  var version: Int32
  private(set) var changed: UInt64 = 0
  private unowned let context: GraphContext

  var cert: Int32? { didSet { markChanged(0) } }
  var detailsKey: Int64? { didSet { markChanged(1) } }
  var acquirer: String? { didSet { markChanged(2) } }
  var city: String { didSet { markChanged(3) } }
  var name: String { didSet { markChanged(4) } }
  var state: String { didSet { markChanged(5) } }

  init(row: Row, key: Int64, context: GraphContext) {
    self.key = key
    self.context = context
    version = row[1]
    cert = row[2]
    detailsKey = row[3]
    acquirer = row[4]
    city = row[5]
    name = row[6]
    state = row[7]
  }

  init(_ seed: BankSeed, key: Int64, detailsKey: Int64, context: GraphContext) {
    self.key = key
    self.context = context
    self.detailsKey = detailsKey
    version = 1
    cert = seed.cert
    acquirer = seed.acquirer
    city = seed.city
    name = seed.name
    state = seed.state
  }

  /// Its details, fetched when the context does not hold them yet.
  var details: GraphDetails? {
    get throws { try detailsKey.flatMap { try context.details(key: $0) } }
  }

  var arguments: StatementArguments {
    [key, Schema.bankEntity, version, cert, detailsKey, acquirer, city, name, state]
  }

  /// The value of one changeable column.
  func value(_ bit: Int) -> (any DatabaseValueConvertible)? {
    switch bit {
    case 0: cert
    case 1: detailsKey
    case 2: acquirer
    case 3: city
    case 4: name
    default: state
    }
  }

  /// The row was written as it is now.
  func markSaved() {
    changed = 0
    version += 1
  }

  private func markChanged(_ bit: UInt64) {
    if changed == 0 { context.noticeChange(of: self) }
    changed |= 1 << bit
  }
}

/// Details that belong to a context.
final class GraphDetails: DetailsFields {
  let key: Int64
  let version: Int32
  let zip: Int32
  let infoKey: Int64?
  let closeDate: Date?
  let updateDate: Date?

  init(_ details: BankDetails) {
    key = details.key
    version = details.version
    zip = details.zip
    infoKey = details.infoKey
    closeDate = details.closeDate
    updateDate = details.updateDate
  }

  var arguments: StatementArguments {
    let close = closeDate?.timeIntervalSinceReferenceDate
    let update = updateDate?.timeIntervalSinceReferenceDate
    return [key, Schema.detailsEntity, version, zip, infoKey, close, update]
  }
}

/// An order that belongs to a context.
final class GraphOrder {
  let key: Int64
  let values: Order

  init(_ order: Order) {
    key = order.key
    values = order
  }
}
