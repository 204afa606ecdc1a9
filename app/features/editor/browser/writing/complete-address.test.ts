import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { askedAddress, completingAddresses, schemeFor } from '#app/features/editor/browser/writing/complete-address.ts';

it.each([
  [
    'https://',
    ['example.com', 'example.com/path', 'www.x.org', 'a.b.co.uk:8080?q=1', 'münchen.de', 'www.notes.md', 'x.org/a.md'],
  ],
  ['mailto:', ['ada@example.com', 'a.b+c@mail.example.org']],
  [
    '',
    [
      '',
      '/doc/1',
      '#part',
      './a.com',
      '../a.com',
      'notes.md',
      'notes.md#part',
      'a.pdf',
      'word',
      'https://e.org',
      'mailto:a@b.org',
      '1.2',
      'e.g',
      'a b.com',
    ],
  ],
])('%j is put before what is typed', (scheme, addresses) => {
  for (const address of addresses) expect([address, schemeFor(address)]).toEqual([address, scheme]);
});

it('completes an address that is typed when the cursor leaves it, and no other', () => {
  const opened = EditorState.create({ doc: '[us]() [b](b.org)', extensions: completingAddresses });
  const asked = opened.update({
    selection: { anchor: 5 },
    effects: askedAddress.of({ from: 5, to: 5, was: '' }),
  }).state;
  const typed = asked.update(asked.replaceSelection('a.org')).state;
  const left = typed.update({ selection: { anchor: 11 } }).state;
  expect(left.doc.toString()).toBe('[us](https://a.org) [b](b.org)');
  expect(left.selection.main.head).toBe(19);
  const passed = left.update({ selection: { anchor: 26 } }).state.update({ selection: { anchor: 0 } }).state;
  expect(passed.doc.toString()).toBe(left.doc.toString());
});

it('leaves the words of a dropped link as they are', () => {
  const opened = EditorState.create({ doc: '[a.org]()', extensions: completingAddresses });
  const asked = opened.update({
    selection: { anchor: 8 },
    effects: askedAddress.of({ from: 8, to: 8, was: '' }),
  }).state;
  const dropped = asked.update({ changes: { from: 0, to: 9, insert: 'a.org' }, selection: { anchor: 5 } }).state;
  expect(dropped.update({ selection: { anchor: 0 } }).state.doc.toString()).toBe('a.org');
});
