import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';

/** The place of an address that a command asks for, and what it was before. */
type AskedAddress = { from: number; to: number; was: string };

/** Tells that a command selected the address of a link. */
export const askedAddress = StateEffect.define<AskedAddress>();

const MAIL = /^[^\s@/:?#]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}$/u;
const HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?:\p{L}{2,}|xn--[\w-]+)(?::\d+)?(?=[/?#]|$)/iu;
/** Endings of files beside a document, some of which are also those of hosts. */
const FILE =
  /^(?!www\.)[^/]*\.(?:md|markdown|txt|pdf|docx?|xlsx?|pptx?|od[tsp]|csv|html?|json|ya?ml|xml|png|jpe?g|gif|svg|webp|zip|mp[34]|[jt]sx?|py|sh|rs|css)(?:[?#].*)?$/i;

/** Returns the scheme that a typed address lacks; empty for paths and file names. */
export function schemeFor(address: string): string {
  if (MAIL.test(address)) return 'mailto:';
  return HOST.test(address) && !FILE.test(address) ? 'https://' : '';
}

const asked = StateField.define<AskedAddress | null>({
  create: () => null,
  update(known, { changes, effects, newSelection }) {
    const begun = effects.find((effect) => effect.is(askedAddress))?.value;
    const place = begun ?? (known && moved(known, changes));
    const { from, to } = newSelection.main;
    return place && place.from <= from && to <= place.to ? place : null;
  },
});

const moved = (place: AskedAddress, changes: { mapPos(at: number, side: number): number }): AskedAddress => ({
  ...place,
  from: changes.mapPos(place.from, -1),
  to: changes.mapPos(place.to, 1),
});

/** Completes an address typed without a scheme, such as `example.com`, when the cursor leaves it. */
const completion = EditorState.transactionFilter.of((transaction) => {
  const { startState, changes, newDoc, newSelection, selection } = transaction;
  const known = selection && !transaction.isUserEvent('undo') ? startState.field(asked) : null;
  const place = known && moved(known, changes);
  const { from, to } = newSelection.main;
  if (!place || (place.from <= from && to <= place.to)) return transaction;
  const isInLink = /^\(.*\)$/.test(newDoc.sliceString(Math.max(0, place.from - 1), place.to + 1));
  const address = newDoc.sliceString(place.from, place.to);
  const insert = !isInLink || address === place.was ? '' : schemeFor(address);
  return insert ? [transaction, { changes: { from: place.from, insert }, sequential: true }] : transaction;
});

export const completingAddresses: Extension = [asked, completion];
