import { EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Runs a command at a place of a text. Returns the text after it. */
export function ran(command: Command, doc: string, anchor: number, extensions: Extension = []): string {
  const editor = {
    state: parsed(EditorState.create({ doc, selection: { anchor }, extensions: [markdownSupport(), extensions] })),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
  };
  command(editor as unknown as EditorView);
  return editor.state.doc.toString();
}
