import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { type NewText, prepareNewText } from '#app/services/documents/document-text.ts';
import { newId } from '#app/services/new-id.ts';
import { connect, disconnect, inTransaction } from '#db/connection.ts';
import { documentText, documentTitle } from '#tests/bench/texts.ts';

/** Ids by level, roots first. */
export type Levels = string[][];

/** How many documents each level holds, of a thousand. */
const THOUSAND = [10, 60, 240, 690];
/** Children of each document below those four levels, where what is more than a thousand hangs: trees grow deeper. */
const CHILDREN = 10;
const BATCH = 200;

/** From here on texts repeat: rendering a hundred thousand different ones would take an hour and measure nothing. */
const DIFFERENT_TEXTS = 2000;

const rendered = new Map<number, Promise<NewText>>();

function textOf(index: number): Promise<NewText> {
  if (index < DIFFERENT_TEXTS) return prepareNewText('bench', documentText(index));
  const nth = DIFFERENT_TEXTS / 2 + (index % (DIFFERENT_TEXTS / 2));
  const known = rendered.get(nth) ?? prepareNewText('bench', documentText(nth));
  rendered.set(nth, known);
  return known;
}

/** A database: SQLite in the folder, where no other is named. */
export type Where = { dataDir: string; databaseUrl?: string | undefined };

/** The sizes of the levels: a small installation has a part of each of the first four, a large one further ones. */
function sizesOf(documents: number): number[] {
  const share = Math.min(1, documents / 1000);
  const sizes = THOUSAND.map((count) => Math.max(1, Math.round(count * share)));
  for (let left = documents - 1000; left > 0; left -= sizes.at(-1)!)
    sizes.push(Math.min(left, sizes.at(-1)! * CHILDREN));
  return sizes;
}

/**
 * Documents four levels deep and deeper, made by the services in this process, beside the server that will serve them.
 * However many there are, the first four levels look the same.
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
        // Many documents in one transaction: only the filling is faster for it.
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
