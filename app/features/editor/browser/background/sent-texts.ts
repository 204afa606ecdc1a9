import type { Text } from '@codemirror/state';

/** A text as sent to the worker: whole, or as a change of one that was sent before. */
export type SentText = { id: number; of?: number; from: number; to: number; insert: string };

/** Number of texts that both sides remember from one message to the next: a draft's, its base, the one in flight. */
const REMEMBERED = 3;

/** Call on both sides before a message, whose own texts all stay. */
function forgetOldest(texts: Map<number, unknown>): void {
  for (const id of [...texts.keys()].slice(0, -REMEMBERED)) texts.delete(id);
}

/** The page's side: numbers texts, and describes new ones as changes, which take no time for the rest of the text. */
export class SentTexts {
  readonly #texts = new Map<number, Text>();
  #last = 0;

  /** Describes a message with the numbers of its texts; returns what the worker needs to know them. */
  describe<T>(message: (numberOf: (text: Text) => number) => T): { message: T; texts: SentText[] } {
    forgetOldest(this.#texts);
    const texts: SentText[] = [];
    return { message: message((text) => this.#numberOf(text, texts)), texts };
  }

  #numberOf(text: Text, sent: SentText[]): number {
    for (const [id, known] of this.#texts) if (known === text) return id;
    const before = this.#texts.get(this.#last);
    const id = this.#last + 1;
    sent.push(before ? { id, of: this.#last, ...changedPart(before, text) } : wholeText(id, text));
    this.#last = id;
    this.#texts.set(id, text);
    return id;
  }
}

/** The worker's side. */
export class ReceivedTexts {
  readonly #texts = new Map<number, string>();

  /** Call with the texts of each message, in the order of the messages. */
  add(sent: readonly SentText[]): void {
    forgetOldest(this.#texts);
    for (const { id, of, from, to, insert } of sent) {
      const before = of === undefined ? '' : this.get(of);
      this.#texts.set(id, before.slice(0, from) + insert + before.slice(to));
    }
  }

  get(id: number): string {
    const text = this.#texts.get(id);
    if (text === undefined) throw new RangeError(`Text ${id} is not known`);
    return text;
  }
}

const wholeText = (id: number, text: Text): SentText => ({ id, from: 0, to: 0, insert: text.toString() });

/** Returns the parts of a text's tree in order, each of at most 32 lines. */
const partsOf = (text: Text): readonly Text[] => text.children?.flatMap(partsOf) ?? [text];

/** Returns the change from one text to another between the parts that both share. */
function changedPart(before: Text, after: Text): Pick<SentText, 'from' | 'to' | 'insert'> {
  const [old, parts] = [partsOf(before), partsOf(after)];
  // One part of each stays between the shared ones, so that a line break separates it from both.
  const most = Math.min(old.length, parts.length) - 1;
  let [start, end, from, kept] = [0, 0, 0, 0];
  for (; start < most && old[start] === parts[start]; start += 1) from += old[start]!.length + 1;
  for (; end < most - start && old.at(-1 - end) === parts.at(-1 - end); end += 1) kept += old.at(-1 - end)!.length + 1;
  return { from, to: before.length - kept, insert: after.sliceString(from, after.length - kept) };
}
