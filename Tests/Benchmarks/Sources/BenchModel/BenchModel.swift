// The classes of `Models/Bench.model`, which the plugin writes when this target is built.
