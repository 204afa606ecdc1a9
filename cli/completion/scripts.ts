import type { Place } from '#cli/completion/command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Builds a shell script that completes every command, option and choice without starting a process. */
export function completionScript(shell: Shell, places: Place[]): string {
  return { bash, zsh, fish }[shell](places);
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The typed words that are commands form the path; all shells determine it in the same way. */
const cases = (places: Place[], line: (place: Place) => string) =>
  places.map((place) => `    ${quote(place.path)}) ${line(place)} ;;`).join('\n');

const paths = (places: Place[]) => places.map(({ path }) => quote(path)).join('|');

function choiceCases(places: Place[], line: (choices: string[]) => string): string {
  const byPlace = places.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ name, choices }) => `    ${quote(`${path} ${name}`)}) ${line(choices)}; return ;;`),
  );
  return byPlace.join('\n');
}

function bash(places: Place[]): string {
  const words = ({ commands, options }: Place) => [...commands, ...options].map(({ name }) => name).join(' ');
  return `# arbor completion bash > ~/.local/share/bash-completion/completions/arbor
_arbor() {
  local path=arbor word current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${paths(places)}) path="$path $word" ;;
    esac
  done
  case "$path $previous" in
${choiceCases(places, (choices) => `COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$current"))`)}
  esac
  case "$path" in
${cases(places, (place) => `words=${quote(words(place))}`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _arbor arbor
`;
}

function zsh(places: Place[]): string {
  const described = ({ commands, options }: Place) =>
    [...commands, ...options]
      .map(({ name, description }) => quote(`${name}:${description.replaceAll(':', '\\:')}`))
      .join(' ');
  return `#compdef arbor
# arbor completion zsh > "\${fpath[1]}/_arbor"
_arbor() {
  local place=arbor word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
      ${paths(places)}) place="$place $word" ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${choiceCases(places, (choices) => `compadd -- ${choices.join(' ')}`)}
  esac
  case "$place" in
${cases(places, (place) => `entries=(${described(place)})`)}
  esac
  _describe arbor entries || _files
}
if [ "$funcstack[1]" = "_arbor" ]; then _arbor "$@"; else compdef _arbor arbor; fi
`;
}

function fish(places: Place[]): string {
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `complete -c arbor -n 'test (__arbor_place) = "${path}"'`;
    return [
      ...commands.map(({ name, description }) => `${at} -f -a ${name} -d ${quote(description)}`),
      ...options.map(({ name, description, choices, takesValue }) => {
        const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `${at} -l ${name.slice(2)}${value} -d ${quote(description)}`;
      }),
    ];
  });
  return `# arbor completion fish > ~/.config/fish/completions/arbor.fish
function __arbor_place
  set -l place arbor
  for word in (commandline -opc)[2..]
    switch "$place $word"
      case ${places.map(({ path }) => quote(path)).join(' ')}
        set place "$place $word"
    end
  end
  echo $place
end
${lines.join('\n')}
`;
}
