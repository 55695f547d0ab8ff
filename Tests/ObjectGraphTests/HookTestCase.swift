/// A test case that sets the actions of the school's hooks.
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
