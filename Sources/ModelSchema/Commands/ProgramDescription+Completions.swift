extension ProgramDescription {
  /// A shell for which completions can be written.
  package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// Returns a script with which a shell completes the program's commands,
  /// options and values, and file names in all other positions.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The program's name in the form of a shell function's name.
  private var function: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func quoted(_ text: String) -> String { text.onOneLine.inShellQuotes }

  /// The commands that can be completed: all commands of the program, and
  /// `help` with commands and topics as operands.
  private var completed: [CommandDescription] {
    guard !topics.isEmpty else { return commands }
    let help = CommandDescription(
      name: "help", summary: "show the page of a command, or an article", operands: "TOPIC",
      words: commands.map(\.name) + topics)
    return commands + [help]
  }

  private static let common = ["--help", "--version"]

  // MARK: bash

  private var bashCompletions: String {
    let words = (Self.common + options.map(\.name)).joined(separator: " ")
    let names = completed.map(\.name).joined(separator: " ")
    let cases = completed.map { command in
      let names = (command.shownOptions.map(\.name) + ["--help"]).joined(separator: " ")
      let operands = command.words.joined(separator: " ")
      return "    \(Self.quoted(command.name))) "
        + "words=\(Self.quoted(names)) operands=\(Self.quoted(operands)) ;;"
    }
    let values =
      (commands.flatMap { command in
        command.shownOptions.filter { $0.value != nil }.map { (command.name, $0) }
      }).map { command, option in
        let reply =
          option.choices.isEmpty
          ? "compgen -f -- \"$word\""
          : "compgen -W \(Self.quoted(option.choices.joined(separator: " "))) -- \"$word\""
        return "    \(Self.quoted("\(command) \(option.name)"))) "
          + "mapfile -t COMPREPLY < <(\(reply)); return ;;"
      }
    return """
      # Completions of \(name) for bash: source this file, or put it into
      # ~/.local/share/bash-completion/completions/\(name)
      \(function)() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command="" words="" operands="" each
        for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "$each" in -*) ;; *) command="$each"; break ;; esac
        done
        case "$command $previous" in
      \(values.isEmpty ? "    *) ;;" : values.joined(separator: "\n"))
        esac
        case "$command" in
          '') words=\(Self.quoted(words)) operands=\(Self.quoted(names)) ;;
      \(cases.joined(separator: "\n"))
        esac
        COMPREPLY=()
        [[ "$word" == -* ]] || words="$operands"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
      }
      complete -o filenames -F \(function) \(name)

      """
  }

  // MARK: zsh

  private var zshCompletions: String {
    func described(_ name: String, _ help: String) -> String {
      Self.quoted("\(name):\(help)")
    }
    let names = completed.map { "    " + described($0.name, $0.summary) }
    let cases = completed.map { command in
      let options = command.shownOptions.map { "      " + zshOption($0) + " \\" }
      return """
            \(Self.quoted(command.name)))
              _arguments \\
        \((options + ["      '--help[show the command'\\''s page]' \\"]).joined(separator: "\n"))
              \(Self.quoted(command.words.isEmpty ? "*:file:_files" : "1:word:(\(command.words.joined(separator: " ")))")) ;;
        """
    }
    let common = options.map { "    " + zshOption($0) + " \\" }
    return """
      #compdef \(name)
      # Completions of \(name) for zsh: put this file, as _\(name), into a folder of $fpath.
      \(function)() {
        local -a commands
        commands=(
      \(names.joined(separator: "\n"))
        )
        local context state line
        typeset -A opt_args
        _arguments -C \\
      \((common + ["    '--help[show what there is]' \\", "    '--version[show the version]' \\"])
      .joined(separator: "\n"))
          '1:command:->command' '*::argument:->argument'
        case "$state" in
          command) _describe -t commands command commands || _files ;;
          argument)
            case "$line[1]" in
      \(cases.joined(separator: "\n"))
              *) _files ;;
            esac ;;
        esac
      }
      if [ "$funcstack[1]" = "_\(name)" ]; then
        \(function) "$@"
      else
        compdef \(function) \(name)
      fi

      """
  }

  private func zshOption(_ option: CommandDescription.Option) -> String {
    // A help text in brackets must not itself contain brackets or colons.
    let help = String(option.help.map { "[]:\\".contains($0) ? " " : $0 })
    let value = option.value.map { value in
      option.choices.isEmpty
        ? ":\(value):_files" : ":\(value):(\(option.choices.joined(separator: " ")))"
    }
    return Self.quoted("\(option.name)[\(help)]\(value ?? "")")
  }

  // MARK: fish

  private var fishCompletions: String {
    let function = "__fish\(function)_needs_command"
    var lines = [
      "# Completions of \(name) for fish: put this file into ~/.config/fish/completions/\(name).fish",
      "function \(function)",
      "  for word in (commandline -opc)[2..-1]",
      "    string match -q -- '-*' $word; or return 1",
      "  end",
      "end",
    ]
    let files = isCommandNeeded ? "-f " : ""
    for command in completed {
      lines.append(
        "complete -c \(name) \(files)-n \(function) -a \(Self.quoted(command.name)) "
          + "-d \(Self.quoted(command.summary))")
    }
    for option in options {
      lines.append("complete -c \(name) -n \(function) " + Self.fishOption(option))
    }
    for command in completed {
      if !command.words.isEmpty {
        lines.append(
          "complete -c \(name) -f -n \(Self.quoted("__fish_seen_subcommand_from \(command.name)")) "
            + "-a \(Self.quoted(command.words.joined(separator: " ")))")
      }
      for option in command.shownOptions {
        lines.append(
          "complete -c \(name) -n \(Self.quoted("__fish_seen_subcommand_from \(command.name)")) "
            + Self.fishOption(option))
      }
    }
    lines.append("complete -c \(name) -l help -d 'Show what there is'")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishOption(_ option: CommandDescription.Option) -> String {
    var text = "-l \(option.name.drop { $0 == "-" }) -d \(quoted(option.help))"
    if option.value != nil { text += " -r" }
    if !option.choices.isEmpty {
      text += " -f -a \(quoted(option.choices.joined(separator: " ")))"
    }
    return text
  }
}
