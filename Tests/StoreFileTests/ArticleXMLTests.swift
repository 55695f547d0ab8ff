import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of the tutorial's store in the XML form that Core Data writes on a Mac: it is
/// read, changed, written, and read again with a plain XML parser.
final class ArticleXMLTests: XCTestCase {
  private let article = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>5C3B9B2E-6E4D-4B51-9C40-5A6B1E0C2D77</UUID>
            <nextObjectID>105</nextObjectID>
            <metadata>
                <plist version="1.0">
                    <dict>
                        <key>NSPersistenceFrameworkVersion</key>
                        <integer>419</integer>
                        <key>NSStoreModelVersionHashesVersion</key>
                        <integer>3</integer>
                        <key>NSStoreModelVersionIdentifiers</key>
                        <array>
                            <string></string>
                        </array>
                    </dict>
                </plist>
            </metadata>
        </databaseInfo>
        <object type="FAILEDBANKDETAILS" id="z102">
            <attribute name="zip" type="int32">11111</attribute>
            <attribute name="updatedate" type="date">386560165.42430299520492553711</attribute>
            <attribute name="closedate" type="date">386560165.42430299520492553711</attribute>
            <relationship name="info" type="1/1" destination="FAILEDBANKINFO" \
    idrefs="z103"></relationship>
        </object>
        <object type="FAILEDBANKINFO" id="z103">
            <attribute name="state" type="string">MA \\u26 &amp; co</attribute>
            <attribute name="name" type="string">Bank1</attribute>
            <relationship name="details" type="1/1" destination="FAILEDBANKDETAILS" \
    idrefs="z102"></relationship>
        </object>
        <object type="FAILEDBANKINFO" id="z104">
            <attribute name="name" type="string">Bank2</attribute>
            <relationship name="details" type="1/1" \
    destination="FAILEDBANKDETAILS"></relationship>
        </object>
    </database>
    """

  func testTheArticlesStoreGoesBothWays() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("FailedBanks.xml")
    try Data(article.utf8).write(to: url)
    let configuration = StoreConfiguration(url: url, type: .xml)
    let context = try PersistentContainer(.coreDataTutorial, configuration: configuration)
      .makeContext()
    let banks = try context.fetch(FailedBankInfo.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(banks.map(\.name), ["Bank1", "Bank2"])
    XCTAssertEqual(banks.map(\.state), ["MA & & co", nil])
    XCTAssertEqual(banks.map { $0.details?.zip }, [11111, nil])
    XCTAssertEqual(
      banks[0].details?.updateDate?.timeIntervalSinceReferenceDate ?? 0, 386_560_165.424303,
      accuracy: 1e-6)
    banks[1].details = FailedBankDetails(in: context, zip: 22222)
    banks[0].state = "A < B"
    try context.save()

    let text = try String(contentsOf: url, encoding: .utf8)
    for line in [
      "<UUID>5C3B9B2E-6E4D-4B51-9C40-5A6B1E0C2D77</UUID>", "<nextObjectID>106</nextObjectID>",
      "<integer>419</integer>", "<object type=\"FAILEDBANKINFO\" id=\"z104\">",
      "<object type=\"FAILEDBANKDETAILS\" id=\"z106\">",
      "<attribute name=\"zip\" type=\"int32\">22222</attribute>",
      "destination=\"FAILEDBANKDETAILS\" idrefs=\"z106\"",
      "<attribute name=\"updatedate\" type=\"date\">386560165.424303",
    ] {
      XCTAssertTrue(text.contains(line), "\(line) is not in \(text)")
    }
    XCTAssertFalse(text.contains("A < B"))

    let again = try PersistentContainer(.coreDataTutorial, configuration: configuration)
      .makeContext()
    let read = try again.fetch(FailedBankInfo.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(read.map { $0.details?.zip }, [11111, 22222])
    XCTAssertEqual(read.map(\.state), ["A < B", nil])
  }
}
