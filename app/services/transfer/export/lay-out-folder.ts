import { safeName } from '#app/services/transfer/export/safe-name.ts';

/** A document to export. Its file name is derived from `title`. */
export type FolderDocument = { id: string; parentId: string | null; title: string };
/** `path` is relative, separated by `/`; `folder` contains the document's children. */
export type FolderPlace = { id: string; path: string; folder: string };

/**
 * Assigns a file to every document of a forest: `3-title.md`, or with children the folder `3-title` with its own text
 * as `index.md`. The number preserves the given order of siblings; a document whose parent is not given goes to the top
 * level. Parents come before their children.
 */
export function layOutFolder(documents: FolderDocument[]): FolderPlace[] {
  const known = new Set(documents.map(({ id }) => id));
  const childrenOf = Map.groupBy(documents, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const places: FolderPlace[] = [];
  const stack: { siblings: FolderDocument[]; folder: string; depth: number }[] = [
    { siblings: childrenOf.get(null) ?? [], folder: '', depth: 0 },
  ];
  for (const { siblings, folder, depth } of stack) {
    const digits = String(siblings.length).length;
    for (const [index, { id, title }] of siblings.entries()) {
      const name = [String(index + 1).padStart(digits, '0'), safeName(title, depth)].filter(Boolean).join('-');
      const children = childrenOf.get(id);
      const path = folder ? `${folder}/${name}` : name;
      places.push({ id, path: children ? `${path}/index.md` : `${path}.md`, folder: children ? path : folder });
      if (children) stack.push({ siblings: children, folder: path, depth: depth + 1 });
    }
  }
  return places;
}
