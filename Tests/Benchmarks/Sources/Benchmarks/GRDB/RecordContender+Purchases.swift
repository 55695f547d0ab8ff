import Foundation
import GRDB

extension PlainRecordContender {
  func walkPurchases() throws -> Body? {
    { [queue] in
      let purchases = try queue.read { try PurchaseWalk.request.fetchAll($0) }
      var checksum = Checksum()
      for walk in purchases {
        checksum.add(
          purchase: walk.purchase.number, day: walk.purchase.dayOfPurchase,
          customer: walk.customer?.name ?? "", city: walk.customer?.city ?? "")
        for line in walk.lines {
          checksum.add(
            line: line.line.product, quantity: line.line.quantity, price: line.line.price)
          for label in line.labels { checksum.add(label: label.name) }
        }
      }
      return .read(checksum, holding: purchases)
    }
  }
}

/// A purchase with all that it leads to, as GRDB's associations fetch it.
private struct PurchaseWalk: Decodable, FetchableRecord {
  struct Line: Decodable, FetchableRecord {
    var line: LineRecord
    var labels: [LabelRecord]

    enum CodingKeys: String, CodingKey { case line, labels }

    init(from decoder: any Decoder) throws {
      line = try LineRecord(from: decoder)
      labels = try decoder.container(keyedBy: CodingKeys.self)
        .decode([LabelRecord].self, forKey: .labels)
    }
  }

  var purchase: PurchaseRecord
  var customer: CustomerRecord?
  var lines: [Line]

  enum CodingKeys: String, CodingKey { case customer, lines }

  init(from decoder: any Decoder) throws {
    purchase = try PurchaseRecord(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    customer = try container.decodeIfPresent(CustomerRecord.self, forKey: .customer)
    lines = try container.decode([Line].self, forKey: .lines)
  }

  static var request: QueryInterfaceRequest<PurchaseWalk> {
    PurchaseRecord.order(Column("Z_PK"))
      .including(optional: PurchaseRecord.customer.forKey("customer"))
      .including(
        all: PurchaseRecord.lines.order(Column("Z_FOK_PURCHASE")).forKey("lines")
          .including(all: LineRecord.labels.forKey("labels"))
      )
      .asRequest(of: PurchaseWalk.self)
  }
}

struct CustomerRecord: Decodable, FetchableRecord, TableRecord {
  static let databaseTableName = "ZCUSTOMER"
  enum CodingKeys: String, CodingKey {
    case name = "ZNAME"
    case city = "ZCITY"
  }

  var name: String
  var city: String
}

struct PurchaseRecord: Decodable, FetchableRecord, TableRecord {
  static let databaseTableName = "ZPURCHASE"
  static let customer = belongsTo(CustomerRecord.self, using: ForeignKey(["ZCUSTOMER"]))
  static let lines = hasMany(LineRecord.self, using: ForeignKey(["ZPURCHASE"]))
  enum CodingKeys: String, CodingKey {
    case number = "ZNUMBER"
    case day = "ZDAY"
  }

  var number: Int32
  /// Seconds since the reference date, which GRDB's own dates are not.
  var day: Double
  var dayOfPurchase: Date { Date(timeIntervalSinceReferenceDate: day) }
}

struct LineRecord: Decodable, FetchableRecord, TableRecord {
  static let databaseTableName = "ZPURCHASELINE"
  static let pairs = hasMany(PairRecord.self, using: ForeignKey([Schema.pairsLine]))
  static let labels = hasMany(LabelRecord.self, through: pairs, using: PairRecord.label)
  enum CodingKeys: String, CodingKey {
    case product = "ZPRODUCT"
    case quantity = "ZQUANTITY"
    case price = "ZPRICE"
  }

  var product: String
  var quantity: Int32
  var price: Double
}

struct PairRecord: TableRecord {
  static var databaseTableName: String { Schema.pairs }
  static let label = belongsTo(LabelRecord.self, using: ForeignKey([Schema.pairsLabel]))
}

struct LabelRecord: Decodable, FetchableRecord, TableRecord {
  static let databaseTableName = "ZLABEL"
  enum CodingKeys: String, CodingKey { case name = "ZNAME" }

  var name: String
}
