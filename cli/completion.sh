# Completes a word of `leitor`. `_leitor_choices` sets, for the command that has been said, the words that may follow, whether a
# file may, and whether the command's name ends there.
_leitor() {
  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
  local said="" words="" files="" ends="" place
  for ((place = 1; place < COMP_CWORD; place += 1)); do
    _leitor_choices "$said" ""
    [ -z "$ends" ] || break
    said="${said:+$said }${COMP_WORDS[place]}"
  done
  words="" files="" ends=""
  _leitor_choices "$said" "$before"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -F _leitor leitor
