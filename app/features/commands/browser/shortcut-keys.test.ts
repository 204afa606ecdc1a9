import { expect, test } from 'vitest';
import { createShortcutKeys } from '#app/features/commands/browser/shortcut-keys.ts';

test('single keys and keys after g are told apart', () => {
  const press = createShortcutKeys();
  const pressed = ['c', 'g', 'h', 's', 'g', 's', 'g', 'x', 'h', '?', 'E'].map((key) => press(key, 0));
  expect(pressed).toEqual(['create', null, 'home', 'star', null, 'starred', null, null, null, 'sheet', 'edit']);
});

test('g is forgotten after a while', () => {
  const press = createShortcutKeys();
  press('g', 0);
  expect(press('s', 5000)).toBe('star');
});
