import { EditorView } from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

/** Styles remote cursors as a line with a name above it, without blinking. The name leaves soon (editor-widgets.css). */
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

/**
 * Publishes the place beside a table while one of its cells has the focus. The text has no cursor then, and the others
 * would see it where it was last.
 */
export const caretBesideTables = (awareness: Awareness, text: Y.Text) =>
  EditorView.updateListener.of(({ transactions, state }) => {
    if (!transactions.some((transaction) => transaction.isUserEvent('select.beside'))) return;
    const place = Y.createRelativePositionFromTypeIndex(text, state.selection.main.head);
    awareness.setLocalStateField('cursor', { anchor: place, head: place });
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
