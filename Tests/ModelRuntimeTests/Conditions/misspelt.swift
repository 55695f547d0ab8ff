import BankModel
import ModelRuntime

func misspelt() -> FetchRequest<FailedBankInfo> {
  FailedBankInfo.where {
    $0.name == "First Bank" && $0.city != "Chicago" && $0.state == "IL"
      && $0.details.zpi > 60000 && $0.details.zip.hasSuffix("3") && $0.cert == nil
      && $0.details.tags.count > 0 && $0.name.hasPrefix("F")
  }
}
