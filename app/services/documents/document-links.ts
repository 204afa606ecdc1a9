import { config } from '#app/config.server.ts';
import { execute, select } from '#db/connection.ts';

/** Limit of stored targets of one text; each is a row. */
const MOST_TARGETS = 2000;
const ROWS_AT_ONCE = 200;
const toDocument = /^\/doc\/(c[a-z0-9]{23})(?=[/?#]|$)/;

/**
 * Returns the distinct documents that a text's destinations lead to: `/doc/<id>`, with or without this installation's
 * origin.
 */
export function linkedDocuments(destinations: string[]): string[] {
  const ids = new Set<string>();
  for (const destination of destinations) {
    const [, id] = toDocument.exec(withoutOrigin(destination)) ?? [];
    if (id !== undefined) ids.add(id);
    if (ids.size === MOST_TARGETS) break;
  }
  return [...ids];
}

/** Recognizes only the configured origin, not other addresses of this installation. */
function withoutOrigin(destination: string): string {
  if (!/^https?:/i.test(destination)) return destination;
  const { appUrl, port } = config();
  const origins = appUrl ? [appUrl] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const own = origins.find((origin) => destination.toLowerCase().startsWith(`${origin.toLowerCase()}/`));
  return own === undefined ? destination : destination.slice(own.length);
}

/** Stores the links of a text; call in the transaction of the save. Most saves change no link and write nothing. */
export async function storeLinks(fromId: string, targets: string[]): Promise<void> {
  const rows = await select<{ toId: string }>('SELECT to_id AS "toId" FROM links WHERE from_id = $fromId', { fromId });
  const known = new Set(rows.map(({ toId }) => toId));
  const wanted = new Set(targets.filter((id) => id !== fromId));
  const gone = [...known].filter((id) => !wanted.has(id));
  const added = [...wanted].filter((id) => !known.has(id));
  await inSteps(gone, (names, bind) =>
    execute(`DELETE FROM links WHERE from_id = $fromId AND to_id IN (${names.join(', ')})`, { fromId, ...bind }),
  );
  await inSteps(added, (names, bind) => {
    const values = names.map((name) => `($fromId, ${name})`).join(', ');
    return execute(`INSERT INTO links (from_id, to_id) VALUES ${values} ON CONFLICT DO NOTHING`, { fromId, ...bind });
  });
}

async function inSteps(
  ids: string[],
  run: (names: string[], bind: Record<string, string>) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const step = ids.slice(from, from + ROWS_AT_ONCE);
    const names = step.map((_, index) => `$to${index}`);
    await run(names, Object.fromEntries(step.map((id, index) => [`to${index}`, id])));
  }
}
