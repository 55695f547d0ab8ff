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
// says: to closure result type 'Condition'
func m04() { _ = FailedBankInfo.where { $0.details.tags } }
// says: to closure result type 'Condition'
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
// says: say what is summed
func m23() { _ = FailedBankInfo.where { $0.details.tags.sum > 1 } }
// says: write 'contains { }'
func m24() { _ = FailedBankInfo.where { $0.details.tags.first(where: { $0.name == "b" }) != nil } }
// says: renamed to 'limit'
func m25() { _ = FailedBankInfo.all.prefix(10) }
// says: renamed to 'offset'
func m26() { _ = FailedBankInfo.all.dropFirst(10) }
// says: numbers of all types compare
func m27() { _ = FailedBankInfo.where { Double($0.details.zip) > 1.5 } }
// says: numbers of all types compare
func m28() { _ = FailedBankInfo.where { Int($0.details.zip) > 1 } }
