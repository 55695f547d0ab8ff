// What the samples of the articles take as given. It is compiled with them, not with the tests.
import BankModel
import Foundation
import ModelPredicates
import ModelRuntime
import ModelSchema

func given<Value>() -> Value { fatalError("samples are compiled, not run") }

@MainActor let container: PersistentContainer = given()
@MainActor let context: ManagedObjectContext = given()
@MainActor let bank: FailedBankInfo = given()
@MainActor let tag: Tag = given()
@MainActor let banks: FetchedResultsController<FailedBankInfo> = given()
@MainActor let request: FetchRequest<FailedBankInfo> = given()
@MainActor var configuration: StoreConfiguration = given()
@MainActor var title = ""
let url: URL = given()
let first: URL = given()
let second: URL = given()
let backup: URL = given()
let document: URL = given()
let text = ""
let version1: ManagedObjectModel = given()
let version2: ManagedObjectModel = given()

func show(_ banks: some Sequence<FailedBankInfo>) {}
func scheduleUpdate() {}

struct AnyPolicy: EntityMigrationPolicy {}

extension CompiledModel {
  static var library: CompiledModel { given() }
}
