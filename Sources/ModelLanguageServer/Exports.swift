// What an editor asks about a model is found by the language.
@_exported public import ModelLanguage
