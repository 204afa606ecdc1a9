import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { significantWords } from '#app/services/ai/significant-words.ts';
import type { Passage } from '#app/services/ai/write-prompt.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';

const DOCUMENTS_MAX = 5;
/** Maximum hits per word. */
const HITS = 20;
/** UTF-16 units around a match, and the maximum number of such passages per document. */
const WINDOW = 1200;
const WINDOWS_MAX = 2;
const PLACES_MAX = 200;

/**
 * Finds passages relevant to a question in documents the actor may read. Searches each word separately, as no document
 * contains the question verbatim; rarer words weigh more.
 */
export async function findPassages(actor: Actor, question: string): Promise<Passage[]> {
  const words = significantWords(question);
  const scores = new Map<string, number>();
  for (const keyword of words) {
    const { items, total } = await searchDocuments(actor, { keyword, page: 1, limit: HITS });
    for (const { id, markedTitle } of items) {
      const worth = (markedTitle.includes('<mark>') ? 2 : 1) / Math.log2(2 + total);
      scores.set(id, (scores.get(id) ?? 0) + worth);
    }
  }
  const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, DOCUMENTS_MAX);
  const passages = await Promise.all(best.map(([id]) => passageOf(actor, id, words)));
  return passages.filter((passage) => passage !== null);
}

async function passageOf(actor: Actor, id: string, words: string[]): Promise<Passage | null> {
  try {
    const { title, content } = await getDocument(actor, id);
    return { id, title, text: windows(content, words).join('\n…\n').toWellFormed() };
  } catch (error) {
    // Deleted or no longer readable since the search.
    if (error instanceof AppError && error.error === 'documentNotFound') return null;
    throw error;
  }
}

/** Returns the passages with the most distinct words, in text order. */
export function windows(text: string, words: string[]): string[] {
  if (text.length <= WINDOW * WINDOWS_MAX) return [text];
  const places = placesOf(text.toLowerCase(), words);
  const starts = places.map(({ at }) => Math.max(0, at - WINDOW / 4));
  const ranked = starts
    .map((start) => {
      const inside = places.filter(({ at }) => at >= start && at < start + WINDOW);
      return { start, count: new Set(inside.map(({ word }) => word)).size };
    })
    .sort((a, b) => b.count - a.count);
  const chosen: number[] = [];
  for (const { start } of ranked) {
    if (chosen.length < WINDOWS_MAX && chosen.every((other) => Math.abs(other - start) >= WINDOW)) chosen.push(start);
  }
  if (chosen.length === 0) chosen.push(0);
  return chosen.sort((a, b) => a - b).map((start) => text.slice(start, start + WINDOW));
}

function placesOf(text: string, words: string[]): { at: number; word: string }[] {
  const places: { at: number; word: string }[] = [];
  for (const word of words) {
    let at = text.indexOf(word);
    for (let found = 0; at >= 0 && found < PLACES_MAX / words.length; found += 1) {
      places.push({ at, word });
      at = text.indexOf(word, at + word.length);
    }
  }
  return places;
}
