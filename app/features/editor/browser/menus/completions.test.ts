import { completionStatus } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { completions } from '#app/features/editor/browser/menus/completions.ts';
import { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const people = new KnownPeople([], null);
const extensions = [markdownSupport(), completions({ docId: 'garden', people, more: [] })];

/** Types the last letter of a text whose cursor is at `^`. Returns the state of the menus. */
function typed(text: string): string | null {
  const at = text.indexOf('^');
  const [before, after] = [text.slice(0, at - 1), text.slice(at + 1)];
  const state = parsed(EditorState.create({ doc: before + after, selection: { anchor: before.length }, extensions }));
  const changes = { from: before.length, insert: text.charAt(at - 1) };
  const next = state.update({ changes, selection: { anchor: at }, userEvent: 'input.type' }).state;
  return completionStatus(next);
}

describe('menus', () => {
  it.each([
    '/^',
    'Sow /^',
    'Sow /tab^',
    '/task l^',
    '/task ^',
    '、^',
    '种\u3000、表^',
    '[[^',
    'See [[Gar^',
    '[see](Gar^',
    '@^',
    'Ask @ol^',
    ':se^',
    ':树^',
  ])('are begun by “%s”', (text) => expect(typed(text)).toBe('pending'));

  it.each([
    ...[
      'Typing^',
      '种、表^',
      'and/or^',
      'either / o^',
      '/task  l^',
      'and/or t^',
      'http:/^',
      'olga@example^',
      'At 12:3^',
      'a:b^',
      '[one^',
      '[see](/doc^',
      '[see](https:^',
    ],
    ...['```\n[[Gar^\n```', '`[[Gar^`', '$$\n/^\n$$', '<div>\n@ol^\n</div>', '`:se^`'],
  ])('ask no source about “%s”', (text) => expect(typed(text)).toBeNull());
});
