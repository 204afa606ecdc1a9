import { safeName } from '#app/services/transfer/export/safe-name.ts';
import { Slices } from '#app/threads/slices.ts';

/** Levels of folders. Archives with many more are refused by programs that unpack them, Arbor among them. */
const FOLDERS_MAX = 48;

/** A document to export. Its file name is derived from `title`. */
export type FolderDocument = { id: string; parentId: string | null; title: string };
/** `path` is relative, separated by `/`; `folder` is that of the document itself, or its own if it has one. */
export type FolderPlace = { id: string; path: string; folder: string };

/**
 * Assigns a file to every document of a forest: `3-title.md`, or with children the folder `3-title` with its own text
 * as `index.md`. The number preserves the given order of siblings; a document whose parent is not given goes to the top
 * level. Below `FOLDERS_MAX` levels, children lie beside their parent, which their heads name, with later numbers.
 * Parents come before their children. Works in slices.
 */
export async function layOutFolder(documents: FolderDocument[]): Promise<FolderPlace[]> {
  const known = new Set(documents.map(({ id }) => id));
  const childrenOf = Map.groupBy(documents, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const places: FolderPlace[] = [];
  const stack: { siblings: FolderDocument[]; folder: string; depth: number }[] = [
    { siblings: childrenOf.get(null) ?? [], folder: '', depth: 0 },
  ];
  const countOf = new Map<string, number>();
  const slices = new Slices();
  for (const { siblings, folder, depth } of stack) {
    const before = countOf.get(folder) ?? 0;
    const digits = String(before + siblings.length).length;
    countOf.set(folder, before + siblings.length);
    for (const [index, { id, title }] of siblings.entries()) {
      if (slices.isDue) await slices.rest();
      const name = [String(before + index + 1).padStart(digits, '0'), safeName(title, depth)].filter(Boolean).join('-');
      const children = childrenOf.get(id);
      const path = folder ? `${folder}/${name}` : name;
      const own = children && depth < FOLDERS_MAX ? path : null;
      places.push({ id, path: own === null ? `${path}.md` : `${own}/index.md`, folder: own ?? folder });
      if (children) stack.push({ siblings: children, folder: own ?? folder, depth: depth + 1 });
    }
  }
  return places;
}
