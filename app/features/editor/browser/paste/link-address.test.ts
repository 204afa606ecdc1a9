import { EditorSelection, EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { linkedSelections } from '#app/features/editor/browser/paste/link-address.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Pastes over the selections `«…»` and at the cursors `¦`; null if no selection is linked. */
function pasted(marked: string, plain: string): string | null {
  const starts: number[] = [];
  const ranges = [...marked.matchAll(/[«»¦]/g)].flatMap(({ 0: mark, index }, nth) => {
    const at = index - nth;
    if (mark === '«') starts.push(at);
    return mark === '«' ? [] : [EditorSelection.range(mark === '»' ? starts.pop()! : at, at)];
  });
  const extensions = [markdownSupport(), EditorState.allowMultipleSelections.of(true)];
  const doc = marked.replace(/[«»¦]/g, '');
  const state = parsed(EditorState.create({ doc, extensions, selection: EditorSelection.create(ranges) }));
  const spec = linkedSelections(state, plain);
  if (!spec) return null;
  const { state: after } = state.update(spec);
  const text = after.doc.toString();
  return after.selection.ranges.reduceRight((shown, { head }) => `${shown.slice(0, head)}¦${shown.slice(head)}`, text);
}

const URL = 'https://a.example/b';

it.each([
  ['see «words» here', URL, `see [words](${URL})¦ here`],
  ['«words»', 'https://a.example/(b)', '[words](https://a.example/\\(b\\))¦'],
  ['«alpha» beta «gamma»', URL, `[alpha](${URL})¦ beta [gamma](${URL})¦`],
  ['«alpha» beta¦', URL, `[alpha](${URL})¦ beta${URL}¦`],
  ['«alpha» «https://b.example»', URL, `[alpha](${URL})¦ ${URL}¦`],
  ['[«alpha»](https://b.example) «beta»', URL, `[alpha](${URL}¦) [beta](${URL})¦`],
  ['[«alpha» and «beta»](https://b.example)', URL, `[alpha and beta¦](${URL}¦)`],
  ['¦alpha', URL, null],
  ['«one\ntwo»', URL, null],
  ['`«code»`', URL, null],
  ['«alpha»', 'words', null],
])('%j with %j', (marked, plain, after) => {
  expect(pasted(marked, plain)).toBe(after);
});
