import { EditorView, ViewPlugin } from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

/**
 * Styles remote cursors as a line with a name above it, without blinking. The name leaves soon (editor-widgets.css).
 */
const caretTheme = EditorView.theme({
  '.cm-ySelectionCaretDot': { display: 'none' },
  '.cm-ySelectionInfo': {
    opacity: '1',
    top: '-1.35em',
    maxWidth: '14rem',
    padding: '0 4px',
    overflow: 'hidden',
    borderRadius: '4px 4px 4px 0',
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    textOverflow: 'ellipsis',
    color: '#fff',
    // The name may lie over a table's buttons.
    pointerEvents: 'none',
  },
  '.cm-ySelectionInfo.is-at-edge': { left: 'auto', right: '-1px', borderRadius: '4px 4px 0 4px' },
});

/** Moves a name to the left of its cursor where the right edge of the editor would clip it. */
class NamesInside {
  readonly #view: EditorView;

  constructor(view: EditorView) {
    this.#view = view;
    this.update();
  }

  update(): void {
    this.#view.requestMeasure({
      key: this,
      read: ({ dom, scrollDOM }) => {
        const { right } = scrollDOM.getBoundingClientRect();
        const names = [...dom.querySelectorAll<HTMLElement>('.cm-ySelectionInfo')];
        return names.map((name) => {
          const caret = name.parentElement!.getBoundingClientRect();
          return { name, isAtEdge: caret.left + name.offsetWidth > right };
        });
      },
      write: (names) => {
        for (const { name, isAtEdge } of names) name.classList.toggle('is-at-edge', isAtEdge);
      },
    });
  }
}

export const remoteCarets = [caretTheme, ViewPlugin.define((view) => new NamesInside(view))];

/** Returns the position of someone's cursor in the shared text; null without one. */
export function caretOf(userId: string, awareness: Awareness): number | null {
  return caretsIn(awareness).find(({ user }) => user.id === userId)?.at ?? null;
}

type Caret = { user: { id: string; name: string; color: string }; at: number };

/** Returns the cursors of all other editors. */
export function caretsIn({ doc, states, clientID }: Awareness): Caret[] {
  return [...states].flatMap(([client, { user, cursor }]) => {
    if (client === clientID || !user?.id || !cursor?.head) return [];
    const position = Y.createRelativePositionFromJSON(cursor.head);
    const place = Y.createAbsolutePositionFromRelativePosition(position, doc);
    return place ? [{ user, at: place.index }] : [];
  });
}
