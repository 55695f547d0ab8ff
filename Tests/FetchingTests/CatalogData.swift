import Foundation
import ModelRuntime
import TestSupport

/// Random objects of the catalog, which can be changed at random.
struct CatalogData {
  let context: ManagedObjectContext
  var values: RandomValues
  private(set) var items: [Item] = []
  private(set) var parts: [Part] = []
  private(set) var tags: [Tag] = []
  private(set) var people: [Person] = []
  private(set) var companies: [Company] = []

  init(_ context: ManagedObjectContext, seed: UInt64) {
    self.context = context
    values = RandomValues(seed: seed)
  }

  /// All objects of all entities.
  var objects: [ManagedObject] { items + parts + tags + people + companies }

  /// Fetches the objects that exist now.
  mutating func collect() throws {
    items = try context.fetch(Item.all)
    parts = try context.fetch(Part.all)
    tags = try context.fetch(Tag.all)
    people = try context.fetch(Person.all)
    companies = try context.fetch(Company.all)
  }

  mutating func insert(_ count: Int) {
    for _ in 0..<count { insertOne() }
    for _ in 0..<count * 2 { relate() }
  }

  private mutating func insertOne() {
    switch values.random.number(below: 6) {
    case 0:
      tags.append(Tag(in: context))
      fill(tags[tags.count - 1])
    case 1:
      parts.append(Part(in: context))
      fill(parts[parts.count - 1])
    case 2:
      people.append(Person(in: context))
      fill(people[people.count - 1])
    case 3:
      companies.append(Company(in: context))
      fill(companies[companies.count - 1])
    default:
      items.append(Item(in: context))
      fill(items[items.count - 1])
    }
  }

  private mutating func fill(_ tag: Tag) {
    tag.label = values.maybe(values.text())
    tag.rank = values.maybe(Int16(truncatingIfNeeded: values.integer()))
  }

  private mutating func fill(_ part: Part) {
    part.label = values.maybe(values.text())
    part.weight = values.maybe(values.integer())
    part.ratio = values.maybe(values.double())
  }

  private mutating func fill(_ person: Person) {
    person.name = values.maybe(values.text())
    person.age = values.maybe(Int32(truncatingIfNeeded: values.integer()))
  }

  private mutating func fill(_ company: Company) {
    company.name = values.maybe(values.text())
    company.revenue = values.maybe(values.double())
  }

  private mutating func fill(_ item: Item) {
    item.name = values.maybe(values.text())
    item.code = values.maybe(values.text())
    item.whole = values.maybe(values.integer())
    item.small = values.maybe(Int16(truncatingIfNeeded: values.integer()))
    item.real = values.maybe(values.double())
    item.single = values.maybe(Float(values.double()))
    item.price = values.maybe(values.decimal())
    item.isOpen = values.maybe(values.random.number(below: 2) == 0)
    item.day = values.maybe(values.date())
    item.bytes = values.maybe(values.data())
    item.token = values.maybe(values.uuid())
    item.link = values.maybe(values.url())
    item.level = values.maybe(values.random.pick(Level.allCases))
    item.tone = values.maybe(values.random.pick(Tone.allCases))
    item.words = values.list { $0.text() }
    item.counts = values.maybe(values.list { $0.integer() })
    item.reals = values.list { $0.random.pick([0, -0.0, 0.5, 0.1, 1e300, 3, 1e-7]) }
    item.days = values.list { $0.date() }
    item.spot = values.random.number(below: 4) == 0 ? nil : spot()
    guard values.random.number(below: 4) > 0 else {
      item.place = nil
      return
    }
    var place = Place()
    place.street = values.maybe(values.text())
    place.zip = values.maybe(Int32(truncatingIfNeeded: values.integer()))
    place.height = values.maybe(values.double())
    item.place = place
  }

  private mutating func spot() -> Spot {
    var spot = Spot()
    spot.latitude = values.maybe(values.random.pick([0, 52.5, -90, 91, .infinity, 89.9]))
    spot.longitude = values.maybe(values.random.pick([0, 13.4, -180, 180, 1e300, -0.1]))
    return spot
  }

  private mutating func relate() {
    let owners: [Owner] = people + companies
    guard let item = items.randomElement(using: &values.random) else { return }
    switch values.random.number(below: 7) {
    case 0: item.owner = values.maybe(owners).flatMap { $0.randomElement(using: &values.random) }
    case 1: tags.randomElement(using: &values.random).map { item.tags.insert($0) }
    case 2: parts.randomElement(using: &values.random)?.item = item
    case 3: item.twin = items.randomElement(using: &values.random)
    case 4:
      guard let one = owners.randomElement(using: &values.random),
        let other = owners.randomElement(using: &values.random)
      else { return }
      one.friends.insert(other)
    case 5:
      people.randomElement(using: &values.random)?.boss = people.randomElement(
        using: &values.random)
    default:
      guard let part = parts.randomElement(using: &values.random) else { return }
      tags.randomElement(using: &values.random).map { part.tags.insert($0) }
    }
  }

  /// Inserts, changes, deletes or relates an object at random, three times.
  mutating func change() {
    for _ in 0..<3 {
      switch values.random.number(below: 6) {
      case 0: insertOne()
      case 1: items.randomElement(using: &values.random).map { fill($0) }
      case 2: tags.randomElement(using: &values.random).map { fill($0) }
      case 3: parts.randomElement(using: &values.random).map { fill($0) }
      case 4: deleteOne()
      default: relate()
      }
    }
  }

  private mutating func deleteOne() {
    switch values.random.number(below: 3) {
    case 0 where !items.isEmpty:
      context.delete(items.remove(at: values.random.number(below: items.count)))
    case 1 where !tags.isEmpty:
      context.delete(tags.remove(at: values.random.number(below: tags.count)))
    case 2 where !parts.isEmpty:
      context.delete(parts.remove(at: values.random.number(below: parts.count)))
    default: break
    }
  }
}
