import { placeAt } from '#app/browser/page-letters.ts';
import { type ReadingPlace, storeReadingPlace } from '#app/browser/reading-place.ts';

const ACTIVE = 'a, button, input, label, summary, img, [role="button"]';
const STEP_PX = 16;

/** Returns the position in the text at a third of the window's height, or the text's end if it ends above. */
function readingPlace(body: Element, page: HTMLElement, docId: string): ReadingPlace | null {
  const box = body.getBoundingClientRect();
  const bars = page.querySelector('.doc-bar')?.getBoundingClientRect().bottom ?? 0;
  for (let y = Math.max(bars + STEP_PX, box.top + 2, innerHeight / 3); y < innerHeight; y += STEP_PX) {
    const place = placeAt(body, docId, box.left + 40, y);
    if (place) return place;
  }
  return placeAt(body, docId, box.left + 40, box.bottom - STEP_PX);
}

let clicked: { x: number; y: number } | null = null;

/** A double click on the text opens the editor with the cursor at that word. Returns a cleanup function. */
export function editByDoubleClick(page: HTMLElement): () => void {
  const onDoubleClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const edit = page.querySelector<HTMLAnchorElement>('a[data-edit]');
    if (!edit || event.button !== 0 || !target.closest('#document-body') || target.closest(ACTIVE)) return;
    clicked = { x: event.clientX, y: event.clientY };
    getSelection()?.removeAllRanges();
    edit.click();
  };
  page.addEventListener('dblclick', onDoubleClick);
  return () => page.removeEventListener('dblclick', onDoubleClick);
}

/** Stores the reading position for the editor: the clicked word, else the visible text. */
export function storeReadingPlaceOf(page: HTMLElement, docId: string): void {
  const body = page.querySelector('#document-body');
  if (!body) return;
  const isBelowCover = scrollY < STEP_PX && page.querySelector('.cover') !== null;
  const place = (clicked && placeAt(body, docId, clicked.x, clicked.y)) ?? readingPlace(body, page, docId);
  clicked = null;
  if (place) storeReadingPlace({ ...place, isBelowCover });
}
