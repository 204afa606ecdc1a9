import * as encoding from 'lib0/encoding';

type Id = { client: number; clock: number };
/** A letter that names its neighbours. Without any it stands in the text `content`. */
export type MadeItem = { origin?: Id; rightOrigin?: Id };
type MadeClient = { client: number; clock: number; items: MadeItem[] };
export type Range = [clock: number, length: number];

const STRING = 4;
const HAS_ORIGIN = 128;
const HAS_RIGHT_ORIGIN = 64;

/** Encodes an update of single letters and deletions as no editor would make it. */
export function madeUpdate(clients: MadeClient[], deleted: { client: number; ranges: Range[] }[] = []): Uint8Array {
  const encoder = encoding.createEncoder();
  const number = (value: number) => encoding.writeVarUint(encoder, value);
  const id = ({ client, clock }: Id) => [client, clock].forEach(number);
  number(clients.length);
  for (const { client, clock, items } of clients) {
    [items.length, client, clock].forEach(number);
    for (const { origin, rightOrigin } of items) {
      encoding.writeUint8(encoder, STRING | (origin ? HAS_ORIGIN : 0) | (rightOrigin ? HAS_RIGHT_ORIGIN : 0));
      if (origin) id(origin);
      if (rightOrigin) id(rightOrigin);
      if (!origin && !rightOrigin) {
        number(1);
        encoding.writeVarString(encoder, 'content');
      }
      encoding.writeVarString(encoder, 'y');
    }
  }
  number(deleted.length);
  for (const { client, ranges } of deleted) {
    [client, ranges.length].forEach(number);
    for (const range of ranges) range.forEach(number);
  }
  return encoding.toUint8Array(encoder);
}
