import BenchModel
import ModelRuntime

extension OursContender {
  func fetchBanks() throws -> Body {
    banks(in: try container.makeContext())
  }

  func fetchOrders() throws -> Body {
    let context = try container.makeContext()
    return {
      let orders = try context.fetch(CustomerOrder.all)
      var checksum = Checksum()
      for order in orders { checksum.add(order) }
      return .read(checksum, holding: (context, orders))
    }
  }

  func snapshotBanks() throws -> Body {
    let context = try container.makeContext()
    return {
      let banks = try context.fetch(FailedBankInfo.all, as: FailedBankInfo.Snapshot.self)
      var checksum = Checksum()
      for bank in banks { checksum.add(bank) }
      return .read(checksum, holding: (context, banks))
    }
  }

  func snapshotOrders() throws -> Body {
    let context = try container.makeContext()
    return {
      let orders = try context.fetch(CustomerOrder.all, as: CustomerOrder.Snapshot.self)
      var checksum = Checksum()
      for order in orders { checksum.add(order) }
      return .read(checksum, holding: (context, orders))
    }
  }

  func refetchBanks() throws -> Body {
    let context = try container.makeContext()
    let held = try context.fetch(FailedBankInfo.all)
    let again = banks(in: context)
    return { try withExtendedLifetime(held, again) }
  }

  func findBanks(certs: [Int32]) throws -> Body {
    let context = try container.makeContext()
    return {
      var checksum = Checksum()
      for cert in certs {
        guard let bank = try FailedBankInfo.find(cert: cert, in: context) else {
          throw BenchError("no such bank")
        }
        checksum.add(bank)
      }
      return .read(checksum, holding: context)
    }
  }

  func findBanks(keys: [Int64]) throws -> Body {
    find(try ids(keys), in: try container.makeContext())
  }

  func findHeldBanks(keys: [Int64]) throws -> Body {
    let context = try container.makeContext()
    let held = try context.fetch(FailedBankInfo.all)
    let find = find(try ids(keys), in: context)
    return { try withExtendedLifetime(held, find) }
  }

  func readDetails(limit: Int) throws -> Body {
    let context = try container.makeContext()
    let banks = try context.fetch(FailedBankInfo.all.limit(limit))
    return {
      var checksum = Checksum()
      for bank in banks {
        if let details = bank.details { checksum.add(details) }
      }
      return .read(checksum, holding: context)
    }
  }

  func walkPurchases() throws -> Body? {
    let context = try container.makeContext()
    return {
      let purchases = try context.fetch(Purchase.all)
      var checksum = Checksum()
      for purchase in purchases {
        let customer = purchase.customer
        checksum.add(
          purchase: purchase.number, day: purchase.day, customer: customer?.name ?? "",
          city: customer?.city ?? "")
        for line in purchase.lines {
          checksum.add(line: line.product, quantity: line.quantity, price: line.price)
          for label in line.labels { checksum.add(label: label.name) }
        }
      }
      return .read(checksum, holding: (context, purchases))
    }
  }

  private func banks(in context: ManagedObjectContext) -> Body {
    {
      let banks = try context.fetch(FailedBankInfo.all)
      var checksum = Checksum()
      for bank in banks { checksum.add(bank) }
      return .read(checksum, holding: (context, banks))
    }
  }

  private func find(_ ids: [ObjectID], in context: ManagedObjectContext) -> Body {
    {
      var checksum = Checksum()
      for id in ids {
        guard let bank = try context.existingObject(FailedBankInfo.self, with: id) else {
          throw BenchError("no such bank")
        }
        checksum.add(bank)
      }
      return .read(checksum, holding: context)
    }
  }

  /// The object IDs of banks, as an application that kept them has them.
  private func ids(_ keys: [Int64]) throws -> [ObjectID] {
    let entity = try Self.bankEntity(in: container)
    return keys.map { ObjectID(entity: entity, key: $0) }
  }

  /// What the object IDs of banks have in common.
  static func bankEntity(in container: PersistentContainer) throws -> EntityReference {
    let one = FailedBankInfo.all.limit(1)
    let snapshots = try container.makeContext().fetch(one, as: FailedBankInfo.Snapshot.self)
    guard let entity = snapshots.first?.id.entity else { throw BenchError("there are no banks") }
    return entity
  }
}
