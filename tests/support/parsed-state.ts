import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Returns the state with its text parsed as a whole; on a busy machine, a new state has only a part. */
export function parsed(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, 10_000);
  return state.update({}).state;
}
