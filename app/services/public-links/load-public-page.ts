import { config } from '#app/config.server.ts';
import { documentsLinkedIn } from '#app/markdown/point-document-links.ts';
import { RENDER_VERSION } from '#app/markdown/render-markdown.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import { WALK_MAX } from '#app/services/access/document-access.ts';
import type { CoverImage } from '#app/services/documents/cover.ts';
import { renderAnew } from '#app/services/documents/render-anew.ts';
import { LEVEL_MAX, type PublicDocument } from '#app/services/public-links/find-public-document.ts';
import { select } from '#db/connection.ts';

export type BranchRow = Crumb & { level: number; isOpen: boolean };
/** Content of a public page, without names or addresses of accounts. */
export type PublicPage = Crumb & {
  html: string;
  cover: CoverImage | null;
  updatedAt: string;
  /** Its ancestors, starting at the document of the link. */
  path: Crumb[];
  children: Crumb[];
  /** The branch as a flat ordered list; empty if the link is for the document alone. */
  branch: BranchRow[];
  /** True if a level has more documents than shown. */
  isCut: boolean;
  /** Ids of linked documents that this link opens too. */
  linked: Set<string>;
};

/** Maximum number of links resolved in one text; further ones are removed. */
const LINKED_MAX = 1000;

/** Loads the page of an opened link; null if the document was deleted meanwhile. */
export async function loadPublicPage(document: PublicDocument): Promise<PublicPage | null> {
  const [text, levels] = await Promise.all([loadText(document.id), loadLevels(document)]);
  if (!text) return null;
  const { id, title, icon, html } = text;
  const childrenOf = Map.groupBy(levels, ({ parentId }) => parentId);
  const crumbs = new Map(levels.map((row) => [row.id, row]));
  const onTheWay = new Set(document.trail);
  const childrenIn = (parentId: string) =>
    (childrenOf.get(parentId) ?? []).filter((row) => row.place <= LEVEL_MAX || onTheWay.has(row.id));
  return {
    id,
    title,
    icon,
    html,
    cover: text.coverUrl === null ? null : { url: text.coverUrl, scrollY: text.coverScrollY ?? 0 },
    updatedAt: new Date(text.updatedAt).toISOString(),
    path: document.trail.slice(0, -1).flatMap((above) => crumbs.get(above) ?? []),
    children: childrenIn(id),
    branch: flatten(crumbs.get(document.rootId), onTheWay, childrenIn),
    isCut: levels.some(({ place }) => place > LEVEL_MAX),
    linked: await membersOf(document, documentsLinkedIn(html, config().appUrl ?? null)),
  };
}

type Text = Crumb & {
  html: string;
  renderVersion: number;
  updatedAt: number;
  coverUrl: string | null;
  coverScrollY: number | null;
};

async function loadText(id: string, isAgain = false): Promise<Text | null> {
  const [text] = await select<Text>(
    `SELECT documents.id, documents.title, documents.icon, documents.updated_at AS "updatedAt", document_texts.html,
       document_texts.render_version AS "renderVersion", documents.cover_url AS "coverUrl",
       documents.cover_scroll_y AS "coverScrollY"
     FROM documents JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`,
    { id },
  );
  if (!text || isAgain || text.renderVersion === RENDER_VERSION) return text ?? null;
  await renderAnew(id);
  return loadText(id, true);
}

type Level = Crumb & { parentId: string | null; place: number };

/** Loads the trail and, if the link includes the branch, the children of every document on it. */
async function loadLevels({ trail, rootId, withChildren }: PublicDocument): Promise<Level[]> {
  if (!withChildren) return [];
  const { names, bind } = listed(trail);
  return select<Level>(
    `SELECT * FROM (
       SELECT id, title, icon, parent_id AS "parentId", position,
         ROW_NUMBER() OVER (PARTITION BY parent_id ORDER BY position, id) AS place
       FROM documents WHERE parent_id IN (${names}) AND archived_at IS NULL
     ) AS level WHERE place <= ${LEVEL_MAX + 1} OR id IN (${names})
     UNION ALL SELECT id, title, icon, NULL, position, 1 FROM documents WHERE id = $rootId
     ORDER BY position, id`,
    { ...bind, rootId },
  );
}

function flatten(root: Level | undefined, open: Set<string>, childrenOf: (id: string) => Level[]): BranchRow[] {
  const rows: BranchRow[] = [];
  const stack = root ? [{ row: root, level: 1 }] : [];
  while (stack.length > 0) {
    const { row, level } = stack.pop()!;
    const children = open.has(row.id) ? childrenOf(row.id) : [];
    rows.push({ id: row.id, title: row.title, icon: row.icon, level, isOpen: children.length > 0 });
    stack.push(...children.toReversed().map((child) => ({ row: child, level: level + 1 })));
  }
  return rows;
}

/** Filters documents to those the link opens. */
async function membersOf({ rootId, withChildren }: PublicDocument, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  if (!withChildren) return new Set(ids.filter((id) => id === rootId));
  const { names, bind } = listed(ids.slice(0, LINKED_MAX));
  const rows = await select<{ start: string }>(
    `WITH RECURSIVE up(start, id, depth) AS (
       SELECT id, id, 0 FROM documents WHERE id IN (${names}) AND archived_at IS NULL
       UNION ALL
       SELECT up.start, documents.parent_id, up.depth + 1 FROM up JOIN documents ON documents.id = up.id
       WHERE documents.parent_id IS NOT NULL AND up.id <> $rootId AND up.depth < ${WALK_MAX}
     )
     SELECT DISTINCT start FROM up WHERE id = $rootId`,
    { ...bind, rootId },
  );
  return new Set(rows.map(({ start }) => start));
}

function listed(ids: string[]): { names: string; bind: Record<string, string> } {
  return {
    names: ids.map((_, index) => `$p${index}`).join(', '),
    bind: Object.fromEntries(ids.map((id, index) => [`p${index}`, id])),
  };
}
