extension CompletionCommand.Shell {
  /// The script that makes this shell request completions.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// Returns a word at the cursor without fish's quotes and backslashes; zsh removes them itself.
  func unquoted(_ word: String) -> String {
    guard self == .fish else { return word }
    let line = ShellLine(word, breaks: "")
    return (line.words + [line.current]).joined(separator: " ")
  }

  private static let bashScript = #"""
    # Completions of radiod for bash: the program itself says what fits.
    _radiod() {
      local -a answer
      local name
      mapfile -t answer < <(
        "${1/#\~/$HOME}" ---complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      COMPREPLY=("${answer[@]:4}")
      [[ ${answer[0]} == *nospace* ]] && compopt -o nospace
      if [[ ${answer[0]} == *files* ]]; then
        compopt -o filenames
        while IFS= read -r name; do
          COMPREPLY+=("${answer[1]}${name#"${answer[3]}"}")
        done < <(compgen -f -- "${answer[2]}")
      fi
    }
    complete -F _radiod radiod
    """#

  private static let zshScript = #"""
    #compdef radiod
    # Completions of radiod for zsh: the program itself says what fits.
    _radiod() {
      local -a answer space
      local kind lead ret=1
      kind=${(Q)words[1]/#\~/$HOME}
      answer=("${(@f)$("$kind" ---complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      kind=$answer[1] lead=$answer[2]
      shift 4 answer 2>/dev/null || answer=()
      [[ -n $lead ]] && compset -P "${(b)lead}"
      [[ $kind == *nospace* ]] && space=(-S '')
      (( $#answer )) && _describe -V radiod answer $space && ret=0
      [[ $kind == *files* ]] && _files && ret=0
      return ret
    }
    if [[ $funcstack[1] == _radiod ]]; then _radiod "$@"; else compdef _radiod radiod; fi
    """#

  private static let fishScript = #"""
    # Completions of radiod for fish: the program itself says what fits.
    function __radiod_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l answer (command $words[1] ---complete fish $words[2..] "$current" 2>/dev/null)
        set -q answer[5]; and printf '%s\n' $answer[5..]
        if string match -q '*files*' -- $answer[1]
            for path in (complete -C "'' "(string replace -- "$answer[2]" '' "$current"))
                printf '%s\n' "$answer[2]$path"
            end
        end
    end
    complete -c radiod -f -k -a '(__radiod_complete)'
    """#
}
