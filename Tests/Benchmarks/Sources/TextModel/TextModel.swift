// The classes of `Models/Text.model`, which the plugin writes when this target is built.
