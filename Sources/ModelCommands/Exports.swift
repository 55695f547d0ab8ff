// Commands are made of screens.
@_exported public import ModelScreens
