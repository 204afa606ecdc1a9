import { afterEach, expect, test, vi } from 'vitest';
import { keyNames } from '#app/ui/key-names.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Win32', 'Ctrl Shift Z', 'Ctrl Shift Z'],
  ['MacIntel', 'Ctrl Shift Z', '⇧ ⌘ Z'],
  ['MacIntel', 'Ctrl Alt 1 – 3', '⌥ ⌘ 1 – 3'],
  ['MacIntel', 'Shift Alt ↑ ↓', '⌥ ⇧ ↑ ↓'],
  ['MacIntel', 'F2', 'F2'],
])('on %s, the keys %s are named %s', (platform, keys, names) => {
  vi.stubGlobal('navigator', { platform });
  expect(keyNames(keys)).toBe(names);
});
