import type { Page } from 'playwright';

export type EditorState = {
  text: string;
  /** Target of typing: the text, a cell of a table widget, or nothing. */
  focus: 'text' | 'cell' | 'none';
  /** Letters before and after the cursor, without selected ones. */
  before: string;
  after: string;
  /** The selected text outside of cells. */
  selected: string;
  /** Letters after the cursor, by line. */
  linesAfter: string[];
};

/** Reads the editor's text and cursor inside the page. */
export function readEditor(page: Page): Promise<EditorState> {
  return page.evaluate(() => {
    type Tile = { root: { view: View } };
    type View = {
      state: { doc: { toString(): string }; selection: { main: { from: number; to: number } } };
      posAtDOM(node: Node): number;
    };
    const content = document.querySelector('.cm-content') as HTMLElement & { cmTile: Tile };
    const { view } = content.cmTile.root;
    const text = view.state.doc.toString();
    const letters = (part: string) => part.replace(/<(?:br|\/?details|\/?summary)>|[^\p{L}]|x/giu, '');
    const active = document.activeElement as HTMLElement | null;
    const cell = active?.closest<HTMLTableCellElement>('.cm-table :is(td, th)');
    if (cell) {
      const box = cell.closest('.cm-table') as HTMLElement;
      const cells = [...box.querySelectorAll<HTMLElement>('td, th')];
      const sourceOf = (each: HTMLElement) => each.dataset.source ?? '';
      const range = getSelection()!.getRangeAt(0);
      const upTo = range.cloneRange();
      upTo.setStart(cell, 0);
      const from = range.cloneRange();
      from.setEnd(cell, cell.childNodes.length);
      from.setStart(range.endContainer, range.endOffset);
      const inner = upTo.toString().slice(0, upTo.toString().length - range.toString().length);
      const start = view.posAtDOM(box);
      const lines = text
        .slice(start)
        .split('\n')
        .slice(0, (box.querySelector('table') as HTMLTableElement).rows.length + 1);
      const end = start + lines.join('\n').length;
      const at = cells.indexOf(cell);
      return {
        text,
        focus: 'cell' as const,
        selected: '',
        linesAfter: [''],
        before: letters(`${text.slice(0, start)}${cells.slice(0, at).map(sourceOf).join('')}${inner}`),
        after: letters(
          `${from.toString()}${cells
            .slice(at + 1)
            .map(sourceOf)
            .join('')}${text.slice(end)}`,
        ),
      };
    }
    const { from, to } = view.state.selection.main;
    const focus = active === content ? ('text' as const) : ('none' as const);
    const linesAfter = text.slice(to).split('\n').map(letters);
    const [before, after] = [letters(text.slice(0, from)), letters(text.slice(to))];
    return { text, focus, selected: text.slice(from, to), before, after, linesAfter };
  });
}

/** Returns the letters of a text that must not be lost, without the "x" of ticked boxes and breaks in cells. */
export const lettersOf = (text: string) => text.replace(/<(?:br|\/?details|\/?summary)>|[^\p{L}]|x/giu, '');
