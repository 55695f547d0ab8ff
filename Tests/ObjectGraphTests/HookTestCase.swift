/// A test that says what the hooks of the school do.
class HookTestCase: SchoolTestCase {
  override func setUpWithError() throws {
    HookScript.current = HookScript()
    try super.setUpWithError()
  }

  override func tearDown() {
    HookScript.current = HookScript()
    super.tearDown()
  }
}
