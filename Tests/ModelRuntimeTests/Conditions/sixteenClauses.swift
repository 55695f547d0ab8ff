import BankModel
import Foundation
import ModelRuntime

// What people search for, all at once: texts, numbers, dates, paths, arithmetic, optionals,
// collections, AND, OR and NOT.

func sixteenClauses(_ day: Date, _ zip: Int32, _ state: String) -> FetchRequest<FailedBankInfo> {
  FailedBankInfo.where {
    $0.name == "First Bank" && $0.city != "Chicago" && $0.state == state
      && $0.details.zip > 60000 && $0.details.zip.hasSuffix("3") && $0.details.closeDate > day
      && $0.details.tags.count > 0 && $0.name.hasPrefix("F") && $0.cert == nil
      || $0.name.contains("bank", .caseInsensitive) && $0.details.zip < zip
        && !($0.city.hasPrefix("A") || $0.city == "Boston")
        && $0.details.tags.any { $0.name == "big" } && $0.name.lowercased == "abc"
        && $0.details.zip + 1 >= 7 && $0.cert * 2 < 100 && $0.acquirer.like("w*t")
  }
}

func joinedAtRunTime(_ names: [String]) -> FetchRequest<FailedBankInfo> {
  FailedBankInfo.where { bank in
    names.map { bank.name == $0 }.reduce(Condition(false)) { $0 || $1 }
  }
}
