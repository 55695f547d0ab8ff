import BenchModel
import ModelRuntime

extension OursContender {
  func makeBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let context = try container.makeContext()
    return {
      var checksum = Checksum()
      for seed in seeds {
        let (bank, details) = FailedBankInfo.make(seed, in: context)
        checksum.add(bank)
        checksum.add(details)
      }
      return .read(checksum, holding: context)
    }
  }

  func saveBanks(_ seeds: ArraySlice<BankSeed>) throws -> Body {
    let context = try container.makeContext()
    for seed in seeds { _ = FailedBankInfo.make(seed, in: context) }
    return {
      try context.save()
      return .wrote
    }
  }

  func makeOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let context = try container.makeContext()
    return {
      var checksum = Checksum()
      for seed in seeds { checksum.add(CustomerOrder(seed, in: context)) }
      return .read(checksum, holding: context)
    }
  }

  func saveOrders(_ seeds: ArraySlice<OrderSeed>) throws -> Body {
    let context = try container.makeContext()
    for seed in seeds { _ = CustomerOrder(seed, in: context) }
    return {
      try context.save()
      return .wrote
    }
  }

  func renameCities(repetition: Int) throws -> Body {
    let context = try container.makeContext()
    let banks = try context.fetch(FailedBankInfo.all)
    let cities = banks.map { "\($0.city) \(repetition)" }
    return {
      for (bank, city) in zip(banks, cities) { bank.city = city }
      try context.save()
      return .wrote
    }
  }

  func deleteBanks(keys: ClosedRange<Int64>) throws -> Body {
    let context = try container.makeContext()
    // In the store that is filled for the benchmarks a bank's number is its key.
    let (first, last) = (Int32(keys.lowerBound), Int32(keys.upperBound))
    let banks = try context.fetch(FailedBankInfo.where { $0.cert >= first && $0.cert <= last })
    let details = try context.fetch(
      FailedBankDetails.where { $0.info.cert >= first && $0.info.cert <= last })
    return {
      for bank in banks { context.delete(bank) }
      try withExtendedLifetime(details) { try context.save() }
      return .wrote
    }
  }
}

extension FailedBankInfo {
  fileprivate static func make(
    _ seed: BankSeed, in context: ManagedObjectContext
  ) -> (bank: FailedBankInfo, details: FailedBankDetails) {
    let details = FailedBankDetails(
      in: context, closeDate: seed.closeDate, updateDate: seed.updateDate, zip: seed.zip)
    let bank = FailedBankInfo(
      in: context, name: seed.name, city: seed.city, state: seed.state, cert: seed.cert,
      acquirer: seed.acquirer, details: details)
    return (bank, details)
  }
}

extension CustomerOrder {
  fileprivate convenience init(_ seed: OrderSeed, in context: ManagedObjectContext) {
    self.init(
      in: context, number: seed.number, employee: seed.employee, customer: seed.customer,
      orderDate: seed.orderDate, requiredDate: seed.requiredDate, shippedDate: seed.shippedDate,
      shipVia: seed.shipVia, freight: seed.freight, shipName: seed.shipName,
      shipAddress: seed.shipAddress, shipCity: seed.shipCity, shipRegion: seed.shipRegion,
      shipPostalCode: seed.shipPostalCode, shipCountry: seed.shipCountry)
  }
}
