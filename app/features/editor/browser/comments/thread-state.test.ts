import { ChangeSet, EditorState, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ySyncAnnotation } from 'y-codemirror.next';
import * as Y from 'yjs';
import { sharedPlaces } from '#app/features/editor/browser/comments/shared-places.ts';
import { findLost, setThreads, threads } from '#app/features/editor/browser/comments/thread-state.ts';
import { placesIn } from '#app/features/editor/browser/live/places-in-text.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';

const TEXT = 'Apples ripen late in the valley. Pears ripen early, and plums last of all.';
const threadOn = (quote: string, id = quote): ThreadEntry => ({
  id,
  quote,
  prefix: null,
  suffix: null,
  state: 'open',
  isFound: true,
  createdAt: '2026-03-10T12:00:00.000Z',
  comments: [],
});

/** Returns the marked words by thread. */
function marked(state: EditorState): Record<string, string> {
  const words: Record<string, string> = {};
  for (const at = state.field(threads).marks.iter(); at.value; at.next())
    words[at.value.spec.id as string] = state.sliceDoc(at.from, at.to);
  return words;
}

/**
 * A client: its shared text, and an editor state that follows it. The editor gets each update of others as one change
 * of the whole text, so that only the letters tell where a passage is.
 */
class Client {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText('content');
  state = EditorState.create({ extensions: [threads, sharedPlaces.of(placesIn(this.text))] });

  constructor() {
    this.text.observe((_event, { origin }) => {
      if (origin === this) return;
      const changes = { from: 0, to: this.state.doc.length, insert: this.text.toString() };
      this.state = this.state.update({ changes, annotations: ySyncAnnotation.of({} as never) }).state;
    });
  }

  /** Types: the editor changes first, the shared text follows. */
  replace(from: number, to: number, insert: string): void {
    this.state = this.state.update({ changes: { from, to, insert } }).state;
    this.doc.transact(() => {
      this.text.delete(from, to - from);
      this.text.insert(from, insert);
    }, this);
  }

  comment(...quotes: string[]): void {
    this.state = this.state.update({ effects: setThreads.of(quotes.map((quote) => threadOn(quote))) }).state;
  }

  receive(other: Client): void {
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(this.doc)), other);
  }
}

function twoClients(): [Client, Client] {
  const [ada, ben] = [new Client(), new Client()];
  ada.replace(0, 0, TEXT);
  ben.receive(ada);
  return [ada, ben];
}

test('a passage stays at its words while others write before, after and inside of it', () => {
  const [ada, ben] = twoClients();
  ada.comment('ripen early', 'valley');
  ben.replace(0, 6, 'Quinces');
  ada.receive(ben);
  expect(marked(ada.state)).toEqual({ 'ripen early': 'ripen early', valley: 'valley' });
  const at = TEXT.indexOf('early') + 1;
  ben.replace(at, at, 'very ');
  ben.replace(at - 12, at - 12, '!');
  ada.receive(ben);
  expect(marked(ada.state)['ripen early']).toBe('ripen very early');
});

test('what others wrote while this client was offline, and what it wrote itself, move no passage to other words', () => {
  const [ada, ben] = twoClients();
  ada.comment('Pears ripen early', 'plums');
  // Offline: both write in the same words, and the same words once more before them.
  ada.replace(0, 0, 'Here Pears ripen early too. ');
  const early = ada.state.doc.toString().lastIndexOf('early');
  ada.replace(early, early, 'fairly ');
  ben.replace(TEXT.indexOf('Pears'), TEXT.indexOf('Pears'), 'Sweet ');
  ben.replace(ben.text.toString().indexOf(', and'), ben.text.toString().indexOf('plums'), '; ');
  ben.replace(0, 'Apples '.length, '');
  ada.receive(ben);
  ben.receive(ada);
  expect(ada.text.toString()).toBe(ben.text.toString());
  expect(ada.state.doc.toString()).toBe(ada.text.toString());
  expect(marked(ada.state)).toEqual({ 'Pears ripen early': 'Pears ripen fairly early', plums: 'plums' });
  // New threads arrive: the known passages stay where they are.
  ada.comment('Pears ripen early', 'plums', 'valley');
  expect(marked(ada.state)).toMatchObject({ 'Pears ripen early': 'Pears ripen fairly early', valley: 'valley' });
});

test('letters that were typed inside of a passage belong to it, whatever was deleted beside them meanwhile', () => {
  const [ada, ben] = twoClients();
  ada.comment('Pears ripen early');
  const from = TEXT.indexOf('Pears');
  // Arrive together: an own letter in the passage, and the end of the words before with its first letter.
  ben.replace(from + 1, from + 1, 'B');
  ben.replace(from - 1, from + 1, '');
  ada.receive(ben);
  expect(marked(ada.state)).toEqual({ 'Pears ripen early': 'Bears ripen early' });
});

test('of any concurrent edits, the letters that were marked are the marked ones', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(12), fc.stringMatching(/^[a-z ]{0,6}$/));
  const edits = fc.array(edit, { maxLength: 6 });
  fc.assert(
    fc.property(edits, edits, edits, (offlineAda, offlineBen, later) => {
      const [ada, ben] = twoClients();
      // Its letters occur nowhere else, whatever is typed.
      const at = TEXT.indexOf('Pears');
      ben.replace(at, at + 5, 'ÄÖÜÉÇ');
      ada.receive(ben);
      ada.comment('ÄÖÜÉÇ');
      const write = (who: Client, all: typeof offlineAda) => {
        for (const [place, length, words] of all) {
          const from = place % (who.state.doc.length + 1);
          who.replace(from, Math.min(who.state.doc.length, from + length), words);
        }
      };
      write(ada, offlineAda);
      write(ben, offlineBen);
      ada.receive(ben);
      ben.receive(ada);
      write(ben, later);
      ada.receive(ben);
      const text = ada.state.doc.toString();
      const left = [...'ÄÖÜÉÇ'].filter((letter) => text.includes(letter));
      const words = Object.values(marked(ada.state))[0] ?? '';
      expect([...words].filter((letter) => left.includes(letter))).toEqual(left);
      if (left[0] === 'Ä') expect(words[0]).toBe('Ä');
      if (left.at(-1) === 'Ç') expect(words.at(-1)).toBe('Ç');
    }),
  );
});

test('without a shared text the editor’s own changes move it, and words that come back are marked whole again', () => {
  let state = EditorState.create({ doc: TEXT, extensions: threads });
  const apply = (spec: TransactionSpec) => {
    state = state.update(spec).state;
  };
  apply({ effects: setThreads.of([{ ...threadOn('ripen early'), prefix: 'in the valley. Pears ', suffix: ', and' }]) });
  apply({ changes: { from: 0, insert: 'Once more: pears ripen early. ' } });
  const from = state.doc.toString().lastIndexOf('ripen early');
  expect(state.field(threads).marks.iter().from).toBe(from);
  const removal = ChangeSet.of({ from: from + 3, to: from + 11 }, state.doc.length);
  const undo = removal.invert(state.doc);
  apply({ changes: removal });
  expect(marked(state)).toEqual({ 'ripen early': 'rip' });
  apply({ changes: undo });
  apply({ effects: findLost.of(null) });
  expect(marked(state)).toEqual({ 'ripen early': 'ripen early' });
  expect(state.field(threads).marks.iter().from).toBe(from);
});

test('a session that ends leaves the passages where they are', () => {
  const [ada, ben] = twoClients();
  ada.comment('plums');
  ben.replace(0, 0, 'So: ');
  ada.receive(ben);
  const alone = EditorState.create({ doc: ada.state.doc, extensions: threads });
  const moved = alone.update({ effects: setThreads.of([threadOn('plums')]) }).state;
  expect(marked(moved.update({ changes: { from: 0, to: 4 } }).state)).toEqual({ plums: 'plums' });
});
