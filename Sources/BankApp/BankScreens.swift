public import ModelScreens

extension ScreenCatalog {
  /// The screens of the sample: those that are generated from the model, with
  /// the texts of tags.
  public static let banks: ScreenCatalog = {
    var catalog = ScreenCatalog.bank
    catalog.title = "Failed banks"
    catalog.change("Tag") { $0.texts = TagTexts.prompt }
    return catalog
  }()
}
