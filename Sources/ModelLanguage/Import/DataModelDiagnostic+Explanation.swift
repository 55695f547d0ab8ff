extension DiagnosticCatalog {
  /// The entries that only data models of Xcode's can cause, sorted by name.
  package static var dataModelEntries: [Entry] {
    DataModelDiagnostic.allCases.map { diagnostic in
      let text = diagnostic.explanation
      return Entry(
        name: diagnostic.rawValue, severity: diagnostic.severity, why: text.why, wrong: text.wrong,
        right: text.right)
    }
    .sorted { $0.name < $1.name }
  }
}

extension DataModelDiagnostic {
  /// The reason why it is reported.
  fileprivate var explanation: Explanation {
    switch self {
    case .invalidXML:
      Explanation(
        why: """
          The file 'contents' of a data model is XML, and this one is not well-formed: Xcode cannot
          read it either. A merge that left its marks in the file is the usual reason.
          """,
        wrong: """
          <<<<<<< HEAD
          <attribute name="title" attributeType="String"/>
          """,
        right: """
          <attribute name="title" attributeType="String"/>
          """)
    case .invalidDataModel:
      Explanation(
        why: """
          The folder holds no data model: no file 'contents', or one that is about something else.
          Xcode 3 wrote a binary form, which a later Xcode reads and saves as XML.
          """,
        wrong: "Bank.xcdatamodeld/elements",
        right: "Bank.xcdatamodeld/Bank.xcdatamodel/contents")
    case .currentVersion:
      Explanation(
        why: """
          A data model with several versions says in '.xccurrentversion' which of them is current.
          Without that file, which some lists of ignored files leave out, the last one by name is
          taken.
          """,
        wrong: """
          Bank.xcdatamodeld/Bank.xcdatamodel/contents
          Bank.xcdatamodeld/Bank 2.xcdatamodel/contents
          """,
        right: """
          Bank.xcdatamodeld/.xccurrentversion
          Bank.xcdatamodeld/Bank.xcdatamodel/contents
          Bank.xcdatamodeld/Bank 2.xcdatamodel/contents
          """)
    case .emptyModel:
      Explanation(
        why: "A data model without entities describes nothing: nothing will be generated.",
        wrong: "<model/>",
        right: """
          <model>
              <entity name="Item" representedClassName="Item"/>
          </model>
          """)
    }
  }
}
