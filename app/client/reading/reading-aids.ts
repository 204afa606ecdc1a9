import { offerCopies } from '#app/client/reading/copy-code.ts';
import { followOutline } from '#app/client/reading/follow-outline.ts';
import { offerCards } from '#app/client/reading/hover-card.ts';
import { openPictures } from '#app/client/reading/lightbox.ts';
import { placeCover } from '#app/client/reading/place-cover.ts';

/** Everything that makes a document's page nicer to read with a script. Returns what takes it back. */
export function readingAids(page: HTMLElement, docId: string): () => void {
  const stops = [offerCopies(page), followOutline(page), openPictures(page), offerCards(page), placeCover(page, docId)];
  return () => {
    for (const stop of stops) stop();
  };
}
