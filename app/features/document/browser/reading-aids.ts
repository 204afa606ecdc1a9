import { inward } from '#app/address/base-path.ts';
import { copyBlocks } from '#app/features/document/browser/copy-blocks.ts';
import { addCopyButtons } from '#app/features/document/browser/copy-code.ts';
import { editByDoubleClick, storeReadingPlaceOf } from '#app/features/document/browser/edit-here.ts';
import { followOutline } from '#app/features/document/browser/follow-outline.ts';
import { showHoverCards } from '#app/features/document/browser/hover-card.ts';
import { openPictures } from '#app/features/document/browser/lightbox.ts';
import { placeCover } from '#app/features/document/browser/place-cover.ts';

/** Adds all reading enhancements to a document's page. `reload` fetches its data. Returns a cleanup function. */
export function readingAids(page: HTMLElement, docId: string, reload: () => void): () => void {
  const stops = [
    addCopyButtons(page),
    copyBlocks(page),
    followOutline(page),
    openPictures(page),
    showHoverCards(page),
    placeCover(page, docId, reload),
    editByDoubleClick(page),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Stores the reading position if the page is left for its editor, which opens there. */
export function leaveForEditor(page: HTMLElement, docId: string): void {
  if (inward(location.pathname) === `/doc/${docId}/edit`) storeReadingPlaceOf(page, docId);
}
