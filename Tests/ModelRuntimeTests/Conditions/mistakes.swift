import BankModel
import Foundation
import ModelRuntime

// One mistake in each function, and before it what the compiler says of it.

// says: write 'any { }'
func m01() { _ = FailedBankInfo.where { $0.details.tags.name == "big" } }
// says: write 'any { }'
func m02() { _ = FailedBankInfo.where { $0.details.tags.name.hasPrefix("b") } }
// says: write 'contains(object)'
func m03(_ tag: Tag) { _ = FailedBankInfo.where { $0.details.tags == tag } }
// says: '.isEmpty' or 'contains { }'
func m04() { _ = FailedBankInfo.where { $0.details.tags } }
// says: this is not a condition
func m05() { _ = FailedBankInfo.where { $0.name } }
// says: 'name' is a get-only property
func m06() { _ = FailedBankInfo.where { $0.name = "First Bank" } }
// says: the types differ
func m07() { _ = FailedBankInfo.where { $0.details.zip == "60601" } }
// says: the types differ
func m08() { _ = FailedBankInfo.where { $0.name == 5 } }
// says: the types differ
func m09() { _ = FailedBankInfo.where { $0.details.closeDate > "2010-01-01" } }
// says: this is an object
func m10() { _ = FailedBankInfo.where { $0.details == 5 } }
// says: renamed to 'where'
func m11() { _ = FailedBankInfo.filter { $0.name == "First Bank" } }
// says: renamed to 'sorted'
func m12() { _ = FailedBankInfo.all.order { $0.name } }
// says: renamed to 'ascending'
func m13() { _ = FailedBankInfo.all.sorted { $0.name.asc } }
// says: write '== nil'
func m14() { _ = FailedBankInfo.where { $0.acquirer.isNil } }
// says: renamed to 'hasPrefix'
func m15() { _ = FailedBankInfo.where { $0.name.startsWith("First") } }
// says: write the values as a list
func m16() { _ = FailedBankInfo.where { $0.state.in("GA", "FL") } }
// says: write the bounds as a range
func m17() { _ = FailedBankInfo.where { $0.details.zip.between(1, 5) } }
// says: write 'fetch(X.all)'
func m18(_ c: ManagedObjectContext) throws { _ = try c.fetch(FailedBankInfo.self) }
// says: a context fetches
func m19(_ c: ManagedObjectContext) throws { _ = try FailedBankInfo.fetchAll(c) }
// says: write 'limit(count).offset(count)'
func m20() { _ = FailedBankInfo.all.limit(10, offset: 5) }
// says: write the pattern as text
func m21() { _ = FailedBankInfo.where { $0.name.matches(/First.*/) } }
// says: without 'options:'
func m22() { _ = FailedBankInfo.where { $0.name.contains("b", options: .caseInsensitive) } }
// says: name the value to sum
func m23() { _ = FailedBankInfo.where { $0.details.tags.sum > 1 } }
// says: write 'contains { }'
func m24() { _ = FailedBankInfo.where { $0.details.tags.first(where: { $0.name == "b" }) != nil } }
// says: renamed to 'limit'
func m25() { _ = FailedBankInfo.all.prefix(10) }
// says: renamed to 'offset'
func m26() { _ = FailedBankInfo.all.dropFirst(10) }
// says: numbers of different types can be compared
func m27() { _ = FailedBankInfo.where { Double($0.details.zip) > 1.5 } }
// says: numbers of different types can be compared
func m28() { _ = FailedBankInfo.where { Int($0.details.zip) > 1 } }
// says: write 'contains { $0.name == value }'
func m29() { _ = FailedBankInfo.where { $0.details.tags.contains("big") } }
// says: this is not a condition
func m30() { _ = FailedBankInfo.where { $0.details.tags.count } }
// says: cannot convert value of type 'String'
func m31() { _ = FailedBankInfo.where("name == 'a'") }
// says: name the value
func m32() { _ = FailedBankInfo.all.sorted { $0.name < $1.name } }
// says: name the value
func m33() { _ = FailedBankInfo.all.sorted(by: "name") }
// says: write '=='
func m34() { _ = FailedBankInfo.where { $0.details === nil } }
// says: many objects cannot be a column
func m35() { _ = FailedBankInfo.all.selecting { ($0.name, $0.details.tags) } }
// says: values of many objects cannot be a column
func m36() { _ = FailedBankInfo.all.selecting { ($0.name, $0.details.tags.name) } }
// says: $0.is(X.self)
func m37() { _ = FailedBankInfo.where { $0 is FailedBankInfo } }
// says: write 'fetch(X.where { })'
func m38(_ c: ManagedObjectContext) throws { _ = try c.fetch(Tag.self, where: { $0.name == "" }) }
// says: strings have no sum
func m39(_ c: ManagedObjectContext) throws { _ = try c.sum(FailedBankInfo.all) { $0.name } }
// says: many objects have no order
func m40() { _ = FailedBankInfo.all.sorted { ($0.name, $0.details.tags) } }
// says: write 'any { $0.name == value }'
func m42() { _ = FailedBankInfo.where { $0.details.tags.any.name == "big" } }
// says: write 'all { $0.name == value }'
func m43() { _ = FailedBankInfo.where { $0.details.tags.all.name == "big" } }
// says: write 'none { $0.name == value }'
func m44() { _ = FailedBankInfo.where { $0.details.tags.none.name == "big" } }
// says: cannot convert value of type '()' to closure result type 'Condition'
func m45() { _ = FailedBankInfo.where {} }
// says: so 'if' and '? :' cannot use it
func m46() { _ = FailedBankInfo.where { $0.cert == 5 ? $0.city == "A" : $0.city == "B" } }
// says: so 'if' and '? :' cannot use it
func m47() { _ = FailedBankInfo.where { $0.details.tags.count > 2 ? $0.cert == 1 : $0.cert == 2 } }
// says: remove 'Decimal()'
func m48() { _ = FailedBankInfo.where { Decimal($0.details.zip) > 5 } }
// says: remove 'Float()'
func m49() { _ = FailedBankInfo.where { Float($0.details.zip) > 5 } }
// says: compare the value itself
func m50() { _ = FailedBankInfo.where { String($0.details.zip) == "60601" } }
// says: for an object, '!= nil'
func m51() { _ = FailedBankInfo.where { $0.details } }
// says: '.isEmpty' or 'contains { }'
func m52() { _ = FailedBankInfo.all.where { $0.details.tags } }
// says: this is not a condition
func m53() { _ = FailedBankInfo.all.where { $0.name } }
// says: for a Bool variable, 'Condition(flag)'
func m54() { _ = FailedBankInfo.where { _ in true } }
// says: so 'if' and '? :' cannot use it
func m55() { _ = Tag.where { t in if t.name == "b" { t.name > "a" } else { t.name < "a" } } }
// says: an object has no order
func m56() { _ = FailedBankInfo.all.sorted { $0.details } }
// says: an object has no order
func m57() { _ = FailedBankInfo.all.sorted { ($0.name, $0.details) } }
// says: many objects have no order
func m58() { _ = FailedBankInfo.all.sorted { $0.details.tags } }
// says: write '.sum', '.min', '.max' or '.average'
func m59() { _ = FailedBankInfo.where { $0.details.tags.map { $0.name.count }.reduce(0, +) > 1 } }
// says: renamed to 'objectCount'
func m60() { _ = FailedBankInfo.all.selecting { ($0.state, $0.count) } }
// says: write 'count(X.all)'
func m61(_ c: ManagedObjectContext) throws { _ = try c.count(FailedBankInfo.self) }
// says: many objects cannot be a column
func m62() { _ = FailedBankInfo.all.selecting { ($0.name, $0.city) }.grouped { $0.details.tags } }
func m63(_ c: ManagedObjectContext) throws {
  // says: many objects cannot be a column
  _ = try c.rows(FailedBankInfo.all) { $0.details.tags }
}
// says: write 'hasPrefix(text)'
func m64() { _ = FailedBankInfo.where { $0.name.prefix(3) == "The" } }
// says: for a Bool variable, 'Condition(flag)'
func m65(_ text: String) { _ = FailedBankInfo.where { text.isEmpty || $0.name == text } }
// says: so 'if' and '? :' cannot use it
func m66() { _ = FailedBankInfo.where { $0.acquirer == nil ? $0.cert == 1 : $0.cert == 2 } }
// says: error: call can throw
func m67() { _ = FailedBankInfo.where { $0.acquirer == nil ? $0.cert == 1 : $0.cert == 2 } }
// says: error: call can throw
func m68() { _ = FailedBankInfo.where { $0.acquirer != nil ? $0.cert == 1 : $0.cert == 2 } }
// says: error: call can throw
func m69() { _ = FailedBankInfo.where { $0.details == nil ? $0.cert == 1 : $0.cert == 2 } }
func m70() {
  _ = FailedBankInfo.where { bank in
    // says: error: call can throw
    if bank.acquirer == nil { bank.cert == 1 } else { bank.cert == 2 }
  }
}
func m71() {
  _ = FailedBankInfo.where { bank in
    // says: error: call can throw
    guard bank.acquirer != nil else { return bank.cert == 1 }
    return bank.cert == 2
  }
}
func m72() {
  _ = FailedBankInfo.where { bank in
    // says: error: call can throw
    let isAlone = bank.acquirer == nil
    return isAlone ? bank.cert == 1 : bank.cert == 2
  }
}
// says: error: call can throw
func m73() { _ = FailedBankInfo.where { $0.cert == ($0.acquirer == nil ? 1 : 2) } }
// says: error: call can throw
func m74() { _ = FailedBankInfo.where { nil == $0.acquirer ? $0.cert == 1 : $0.cert == 2 } }
func m76(_ c: ManagedObjectContext) throws {
  // says: error: call can throw
  let request = FailedBankInfo.where { $0.details?.zip == nil ? $0.cert == 1 : $0.cert == 2 }
  _ = try c.fetch(request)
}
// says: renamed to 'average'
func m77() { _ = FailedBankInfo.all.selecting { $0.cert.avg } }
// says: renamed to 'average'
func m78() { _ = FailedBankInfo.where { $0.details.tags.avg { $0.name.count } > 1 } }
// says: write 'sum { }'
func m79() { _ = FailedBankInfo.where { $0.details.tags.reduce(0) { $0 + $1.name.count } > 1 } }
// says: write 'distinctCount'
func m80() { _ = FailedBankInfo.all.selecting { $0.state.distinct } }
// says: write 'in(range)'
func m81() { _ = FailedBankInfo.where { $0.cert.contains(100..<300) } }
// says: renamed to 'selecting'
func m82() { _ = FailedBankInfo.all.select { $0.name } }
// says: rows of values are
func m83() { _ = FailedBankInfo.select { $0.name } }
// says: renamed to 'sorted(by:)'
func m84() { _ = FailedBankInfo.all.order(by: { $0.name }) }
// says: write 'X.all.sorted { }'
func m85() { _ = FailedBankInfo.order(by: { $0.name }) }
// says: a fetch returns each object once
func m86() { _ = FailedBankInfo.all.distinct() }
// says: a context counts
func m87(_ c: ManagedObjectContext) throws { _ = try FailedBankInfo.all.fetchCount(c) }
// says: write 'sorted { $0.title.descending }'
func m88() { _ = FailedBankInfo.all.sorted(by: { $0.name }, ascending: false) }
// says: fetches include unsaved changes
func m89() { _ = FailedBankInfo.all.includesPendingChanges }
// says: write 'X(in: context, …)'
func m90(_ c: ManagedObjectContext) { _ = FailedBankInfo(context: c) }
// says: write 'existingObject(X.self, with: id)'
func m91(_ c: ManagedObjectContext, _ id: ObjectID) { _ = c.object(with: id) }
// says: and the merge policy decides
func m92(_ c: ManagedObjectContext, _ tag: Tag) { c.detectConflicts(for: tag) }
// says: or a fetch
func m93(_ c: ManagedObjectContext) { _ = c.registeredObjects }
// says: relationships are loaded when they are accessed
func m94(_ tag: Tag) { _ = tag.hasFault(forRelationshipNamed: "banks") }
// says: .map(
func m95(_ tag: Tag) { _ = tag.objectIDs(forRelationshipNamed: "banks") }
