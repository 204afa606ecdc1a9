import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { type NewText, prepareNewText } from '#app/services/documents/document-text.ts';
import { newId } from '#app/services/new-id.ts';
import { connect, disconnect, inTransaction } from '#db/connection.ts';
import { documentText, documentTitle } from '#tests/bench/texts.ts';

/** Document ids by level, roots first. */
export type Levels = string[][];

/** Share of documents per level, per thousand. */
const THOUSAND = [10, 60, 240, 690];
/** Children per document below those four levels, so that larger trees are deeper. */
const CHILDREN = 10;
const BATCH = 200;

/** Number of different texts. Rendering 100,000 different ones would take an hour without changing the result. */
const DIFFERENT_TEXTS = 2000;

const rendered = new Map<number, Promise<NewText>>();

function textOf(index: number): Promise<NewText> {
  if (index < DIFFERENT_TEXTS) return prepareNewText('bench', documentText(index));
  const nth = DIFFERENT_TEXTS / 2 + (index % (DIFFERENT_TEXTS / 2));
  const known = rendered.get(nth) ?? prepareNewText('bench', documentText(nth));
  rendered.set(nth, known);
  return known;
}

/** A database; by default SQLite in the folder. */
export type Where = { dataDir: string; databaseUrl?: string | undefined };

/** Returns the sizes of the levels. The first four have fixed shares; the rest fills deeper levels. */
function sizesOf(documents: number): number[] {
  const share = Math.min(1, documents / 1000);
  const sizes = THOUSAND.map((count) => Math.max(1, Math.round(count * share)));
  for (let left = documents - 1000; left > 0; left -= sizes.at(-1)!)
    sizes.push(Math.min(left, sizes.at(-1)! * CHILDREN));
  return sizes;
}

/**
 * Creates documents at least four levels deep through the services in this process. The first four levels are the same
 * for every count.
 */
export async function fill(where: Where, actor: Actor, documents: number): Promise<Levels> {
  connect({ databaseUrl: undefined, ...where });
  try {
    const levels: Levels = [];
    let index = 0;
    for (const [level, count] of sizesOf(documents).entries()) {
      const parents = levels[level - 1] ?? [null];
      const ids: string[] = [];
      for (let first = 0; first < count; first += BATCH) {
        // One transaction for many documents, to fill faster.
        await inTransaction(async () => {
          for (let nth = first; nth < Math.min(first + BATCH, count); nth++, index++) {
            const parentId = parents[nth % parents.length] ?? null;
            const { siblings } = await placeBelow(actor, parentId);
            const id = newId();
            await insertDocument(actor, { id, title: documentTitle(index), text: await textOf(index), siblings });
            ids.push(id);
          }
        });
      }
      levels.push(ids);
    }
    return levels;
  } finally {
    await disconnect();
  }
}
