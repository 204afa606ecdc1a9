import { config } from '#app/config.server.ts';
import { addLinkPairs, addLinks, removeOtherLinks } from '#db/queries/texts.ts';
import type { Step } from '#db/write-batch.ts';

/** Maximum number of stored targets per text; each is a row. */
const MOST_TARGETS = 2000;
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

/** Steps that store the links of a text. */
export function linkSteps(fromId: string, targets: string[]): Step[] {
  const bind = { fromId, targets: JSON.stringify(targets.filter((id) => id !== fromId)) };
  return [removeOtherLinks.step(bind), ...(targets.length > 0 ? [addLinks.step(bind)] : [])];
}

/** Steps that store the links of new documents. */
export function newLinkSteps(documents: readonly { id: string; targets: string[] }[]): Step[] {
  const pairs = documents.flatMap(({ id, targets }) => targets.filter((to) => to !== id).map((to) => `${id} ${to}`));
  return pairs.length === 0 ? [] : [addLinkPairs.step({ pairs: JSON.stringify(pairs) })];
}
