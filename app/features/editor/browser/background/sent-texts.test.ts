import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { ReceivedTexts, SentTexts } from '#app/features/editor/browser/background/sent-texts.ts';
import { randomFrom } from '#tests/support/random.ts';

/** Sends texts as one message and returns them as the worker has them. */
function send(page: SentTexts, worker: ReceivedTexts, texts: readonly Text[]) {
  const { message, texts: sent } = page.describe((numberOf) => texts.map(numberOf));
  worker.add(sent);
  return { sent, received: message.map((number) => worker.get(number)) };
}

const linesOf = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}`);

test('the worker has every text that the page sends, whatever is edited in between', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomFrom(seed);
    const below = (most: number) => Math.floor(random() * most);
    const [page, worker] = [new SentTexts(), new ReceivedTexts()];
    const texts = [Text.of(linesOf(1 + below(300), 'line'))];
    for (let round = 0; round < 30; round += 1) {
      const last = texts.at(-1)!;
      const edited = (text: Text) => {
        const from = below(text.length + 1);
        const to = random() < 0.1 ? text.length : Math.min(text.length, from + below(40));
        return text.replace(
          from,
          to,
          Text.of(linesOf(1 + below(random() < 0.1 ? 100 : 3), random() < 0.5 ? '' : 'in')),
        );
      };
      const next = Array.from({ length: below(4) }).reduce<Text>(edited, last);
      texts.push(next);
      // A draft has its base and the text in flight with it, which may be older.
      const chosen = [next, texts[below(texts.length)]!, texts[below(texts.length)]!];
      expect(send(page, worker, chosen).received).toEqual(chosen.map(String));
    }
  }
});

test('a letter in a long text is sent without the rest of it, and a known text not at all', () => {
  const [page, worker] = [new SentTexts(), new ReceivedTexts()];
  const long = Text.of(linesOf(50_000, 'a line of a long text with the number'));
  const typed = long.replace(900_000, 900_000, Text.of(['x']));
  send(page, worker, [long]);
  const { sent } = send(page, worker, [typed, long]);
  expect(sent).toHaveLength(1);
  expect(sent[0]!.insert.length).toBeLessThan(5000);
  expect(send(page, worker, [typed]).sent).toEqual([]);
});
