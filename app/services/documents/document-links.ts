import { config } from '#app/config.server.ts';
import { models } from '#db/connection.ts';
import { findLinks } from '#db/queries/texts.ts';

/** Maximum number of stored targets per text; each is a row. */
const MOST_TARGETS = 2000;
const ROWS_AT_ONCE = 200;
const toDocument = /^\/doc\/(c[a-z0-9]{23})(?=[/?#]|$)/;

/** Returns the distinct documents that a text links to: `/doc/<id>`, with or without this installation's origin. */
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
  const rows = await findLinks({ fromId });
  const known = new Set(rows.map(({ toId }) => toId));
  const wanted = new Set(targets.filter((id) => id !== fromId));
  const gone = [...known].filter((id) => !wanted.has(id));
  const added = [...wanted].filter((id) => !known.has(id));
  const { Link } = await models();
  for (const toId of steps(gone)) await Link.destroy({ where: { fromId, toId } });
  for (const step of steps(added)) {
    await Link.bulkCreate(
      step.map((toId) => ({ fromId, toId })),
      { ignoreDuplicates: true },
    );
  }
}

function steps(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, nth) => ids.slice(nth * ROWS_AT_ONCE, (nth + 1) * ROWS_AT_ONCE));
}
