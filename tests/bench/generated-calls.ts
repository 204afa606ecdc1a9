import type { Call } from '#tests/bench/measure.ts';
import { changeOneWord, wholeTexts } from '#tests/bench/saved-texts.ts';

const patch = (id: string, content: string): Call => ({
  method: 'PATCH',
  path: `/api/documents/${id}`,
  body: JSON.stringify({ content }),
});

/** Returns a function that generates saves of documents in rotation, each with a new text. */
export function savesOf(ids: string[]): () => Call {
  const texts = wholeTexts();
  let saved = 0;
  return () => {
    saved += 1;
    return patch(ids[(saved * 7) % ids.length]!, texts(saved));
  };
}

/** Returns a function that generates saves of documents in rotation, each with one word changed. */
export function editsOf(ids: string[]): () => Call {
  const texts = wholeTexts();
  let saved = 0;
  return () => {
    saved += 1;
    const nth = saved % ids.length;
    return patch(ids[nth]!, changeOneWord(texts(nth), Math.floor(saved / ids.length)));
  };
}

/** Returns a function that generates views of paths. Each has a new query, so that no response comes from memory. */
export function viewsOf(paths: string[]): () => Call {
  let views = 0;
  return () => {
    views += 1;
    const path = paths[views % paths.length]!;
    return { path: `${path}${path.includes('?') ? '&' : '?'}view=${views}` };
  };
}
