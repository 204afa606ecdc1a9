import * as Y from 'yjs';
import { TITLE_MAX } from '#app/schemas/limits.ts';
import { trimmed } from '#app/schemas/text.ts';
import { openCounted, STEPS_MAX } from '#app/services/live/integration-steps.ts';
import { replacementsBetween } from '#app/services/live/replacements.ts';
import { removeForeign } from '#app/services/live/shared-roots.ts';

// Synchronous work on shared states (Yjs); expensive parts run in worker threads.

export type HeadAndText = { title: string; content: string };

/** Encodes the initial state of a text. Its epoch marks even an empty text. */
export function createState({ title, content }: HeadAndText, epoch: number): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = epoch;
  doc.transact(() => {
    doc.getMap('state').set('epoch', epoch);
    doc.getText('title').insert(0, title);
    doc.getText('content').insert(0, content);
  });
  return Y.encodeStateAsUpdate(doc);
}

/** Builds a shared document from its stored parts: the state and the updates after it. */
export function openState(parts: Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const part of parts) Y.applyUpdate(doc, part);
  });
  return doc;
}

/**
 * Returns title and text in storable form: LF line breaks, no characters a database rejects, a single-line title. A
 * blank title becomes `before`.
 */
export function storableTexts(doc: Y.Doc, before: string): HeadAndText {
  const title = storable(doc.getText('title').toString())
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  const content = storable(doc.getText('content').toString());
  return { title: trimmed([...title].slice(0, TITLE_MAX).join('')) || before, content };
}

const storable = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();

/** Structs and steps of a state from which it is renewed: opening it takes some tenths of a second. */
const STRUCTS_KEPT_MAX = 100_000;
const STEPS_KEPT_MAX = STEPS_MAX / 4;

/** `isSlow`: the state takes long to open. */
export type Folded = HeadAndText & { state: Uint8Array; isSlow: boolean };

/** Folds updates into the state, without what is neither text nor mark. `titleBefore` replaces a blank title. */
export function foldState(parts: Uint8Array[], titleBefore: string): Folded {
  const { doc, steps } = openCounted(parts)!;
  removeForeign(doc);
  const isSlow = steps > STEPS_KEPT_MAX || countStructs(doc) > STRUCTS_KEPT_MAX;
  return { ...storableTexts(doc, titleBefore), state: Y.encodeStateAsUpdate(doc), isSlow };
}

/** Counts the items of a document, and the traces of removed ones. */
export function countStructs({ store }: Y.Doc): number {
  let count = 0;
  for (const structs of store.clients.values()) count += structs.length;
  return count;
}

/** A state with a change, and the change alone as an update of the state before. */
export type ChangedState = { state: Uint8Array; changes: Uint8Array };

/** Sets the given shared texts with a minimal change, and folds. */
export function changeState(parts: Uint8Array[], { title, content }: Partial<HeadAndText>): ChangedState {
  const doc = openState(parts);
  const before = Y.encodeStateVector(doc);
  doc.transact(() => {
    if (title !== undefined) rewrite(doc.getText('title'), title);
    if (content !== undefined) rewrite(doc.getText('content'), content);
  });
  return { state: Y.encodeStateAsUpdate(doc), changes: Y.encodeStateAsUpdate(doc, before) };
}

function rewrite(text: Y.Text, after: string): void {
  const before = text.toString();
  if (before === after) return;
  for (const { from, to, insert } of replacementsBetween(before, after).reverse()) {
    if (to > from) text.delete(from, to - from);
    if (insert) text.insert(from, insert);
  }
}
