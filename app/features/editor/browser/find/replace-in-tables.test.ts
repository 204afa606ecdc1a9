import { replaceAll, SearchQuery, search, setSearchQuery } from '@codemirror/search';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { replacingInTables } from '#app/features/editor/browser/find/replace-in-tables.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const DOC = 'Name\n\n| Name | b |\n| - | - |\n| Name | d |\n\n`Name`';

function replaced(command: typeof replaceAll, replace: string, selection = { anchor: 0 }): string {
  const editor = {
    state: EditorState.create({ doc: DOC, selection, extensions: [markdownSupport(), search(), replacingInTables] }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
  };
  editor.state = parsed(editor.state);
  const query = new SearchQuery({ search: 'Name', replace, regexp: true });
  editor.dispatch({ effects: setSearchQuery.of(query) });
  command(editor as unknown as EditorView);
  return editor.state.doc.toString();
}

it.each([
  ['in|out', 'in|out', 'in\\|out'],
  ['a\\nb', 'a\nb', 'a b'],
  ['a\\\\|b', 'a\\|b', 'a\\|b'],
  ['plain', 'plain', 'plain'],
])('all matches replaced by %j keep their cells', (replace, outside, inside) => {
  expect(replaced(replaceAll, replace)).toBe(
    `${outside}\n\n| ${inside} | b |\n| - | - |\n| ${inside} | d |\n\n\`${outside}\``,
  );
});
