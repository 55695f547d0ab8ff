public import ModelScreens

extension ScreenCatalog {
  /// The screens of the sample: those that are generated from the model, with
  /// the kinds of search and the texts of tags that are written by hand.
  public static let banks: ScreenCatalog = {
    var catalog = ScreenCatalog.bank
    catalog.title = "Failed banks"
    catalog.change("FailedBankInfo") { screens in
      screens.searches = BankSearchKind.allCases.map(\.screenKind)
      screens.searchOrder = BankSearch.order
    }
    catalog.change("Tag") { $0.texts = TagTexts.prompt }
    return catalog
  }()
}
