import type { Call } from '#tests/bench/measure.ts';
import { markdownOf } from '#tests/bench/texts.ts';

const TEXTS = 60;

/** Returns a function that generates saves of documents in rotation, each with a new text. */
export function savesOf(ids: string[]): () => Call {
  const texts = Array.from({ length: TEXTS }, (_, index) => markdownOf(2_000_000 + index));
  let saved = 0;
  return () => {
    saved += 1;
    const content = `Save number ${saved}.\n\n${texts[saved % TEXTS]}`;
    return {
      method: 'PATCH',
      path: `/api/documents/${ids[(saved * 7) % ids.length]}`,
      body: JSON.stringify({ content }),
    };
  };
}
