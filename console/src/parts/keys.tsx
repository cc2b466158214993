/** The keys of a command, as on a keyboard: `$mod+k` as `Ctrl` and `K`. */
export const Keys = ({ keys }: { keys: string }) =>
  keys
    .replace('$mod', /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl')
    .split('+')
    .map((key) => <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>);
