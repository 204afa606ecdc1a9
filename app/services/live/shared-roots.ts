import * as Y from 'yjs';

// A shared state may hold the plain texts `content` and `title`, and the map `state` with two small marks. Anything
// else is shown nowhere, but every member would have to keep it.

const TEXTS = ['content', 'title'];
const STATE = 'state';
const MARKS = ['epoch', 'deletion'];

type Content = Y.Item['content'];

/** Bytes of the shared texts. */
export type TextBytes = { content: number; title: number };

/** More than a stored title may have, as it is cut only when it is stored. */
export const SHARED_TITLE_MAX_BYTES = 16 * 1024;

/** Place of an item: the name of its root, and its key if the root is a map. */
export type Place = { root: string; key: string | null };

/** Returns true if content may stand in a place; null for one that is not known yet. */
export function belongsIn(place: Place | null, content: Content): boolean {
  if (place && !isKnown(place)) return false;
  // Has a length only.
  if (content instanceof Y.ContentDeleted) return true;
  if (content instanceof Y.ContentString) return place?.root !== STATE;
  return (!place || place.root === STATE) && isMark(content);
}

const isKnown = ({ root, key }: Place): boolean =>
  root === STATE ? key !== null && MARKS.includes(key) : TEXTS.includes(root) && key === null;

const isMark = (content: Content): boolean =>
  content instanceof Y.ContentAny && content.arr.every((value) => ['boolean', 'number'].includes(typeof value));

/** Measures the shared texts. */
export const bytesOf = (doc: Y.Doc): TextBytes => ({
  content: Buffer.byteLength(doc.getText('content').toString()),
  title: Buffer.byteLength(doc.getText('title').toString()),
});

/** Deletes whatever a state holds beside texts and marks, as states of earlier versions can. */
export function removeForeign(doc: Y.Doc): void {
  doc.transact((transaction) => {
    for (const [root, type] of doc.share) {
      for (let item = type._start; item; item = item.right) {
        if (!item.deleted && !belongsIn({ root, key: null }, item.content)) item.delete(transaction);
      }
      for (const [key, item] of type._map) {
        if (!item.deleted && !belongsIn({ root, key }, item.content)) item.delete(transaction);
      }
    }
    const title = doc.getText('title');
    if (title.length > SHARED_TITLE_MAX_BYTES)
      title.delete(SHARED_TITLE_MAX_BYTES, title.length - SHARED_TITLE_MAX_BYTES);
  });
}
