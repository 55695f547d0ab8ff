// Commands read models and generate code from them.
@_exported public import ModelGenerator
@_exported public import ModelLanguage
