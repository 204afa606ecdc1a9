import { EditorView } from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

/** Styles remote cursors as a line with a name above it, without blinking. */
export const remoteCarets = EditorView.theme({
  '.cm-ySelectionCaretDot': { display: 'none' },
  '.cm-ySelectionInfo': {
    opacity: '1',
    top: '-1.35em',
    padding: '0 4px',
    borderRadius: '4px 4px 4px 0',
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    color: '#fff',
    // The name may lie over a table's buttons.
    pointerEvents: 'none',
  },
});

/** Returns the position of someone's cursor in the shared text; null without one. */
export function caretOf(userId: string, { doc, states, clientID }: Awareness): number | null {
  for (const [client, { user, cursor }] of states) {
    if (client === clientID || user?.id !== userId || !cursor?.head) continue;
    const position = Y.createRelativePositionFromJSON(cursor.head);
    const place = Y.createAbsolutePositionFromRelativePosition(position, doc);
    if (place) return place.index;
  }
  return null;
}
