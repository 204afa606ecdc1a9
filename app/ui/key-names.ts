/** True on Apple's devices, whose keyboards have ⌘ where others have Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Names of modifier keys on a Mac, in the order in which menus show them there. */
const ON_MAC = new Map([
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Ctrl', '⌘'],
]);
const ORDER = [...ON_MAC.keys()];

/** Returns the names of keys on this device, such as `⇧ ⌘ Z` for `Ctrl Shift Z` on a Mac. */
export function keyNames(keys: string): string {
  if (!isMac()) return keys;
  const names = keys.split(' ');
  const modifiers = ORDER.filter((name) => names.includes(name));
  const others = names.filter((name) => !ON_MAC.has(name));
  return [...modifiers.map((name) => ON_MAC.get(name)), ...others].join(' ');
}
