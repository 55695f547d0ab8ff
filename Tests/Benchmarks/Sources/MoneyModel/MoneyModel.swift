// The classes of `Models/Money.model`, which the plugin writes when this target is built.
