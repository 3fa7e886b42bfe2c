import ArgumentParser

/// The options of commands that may create a list.
struct NewListOptions: ParsableArguments {
  @Flag(help: "If you have no list yet, begin an empty one instead of a copy of the built-in list.")
  var beginEmpty = false
}
