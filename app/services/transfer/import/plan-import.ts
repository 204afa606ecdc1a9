import { posix } from 'node:path';
import { newId } from '#app/services/new-id.ts';
import type { Branch } from '#app/services/transfer/import/arrange-folder.ts';
import type { SourceText } from '#app/services/transfer/sources/source-text.ts';
import { Slices } from '#app/threads/slices.ts';

/** A document to create; parents come before their children, siblings in order. */
export type PlannedDocument = {
  id: string;
  parentId: string | null;
  title: string;
  icon: string | null;
  cover: { url: string; scrollY: number } | null;
  content: string;
  /** Source path, for links and messages. */
  path: string;
  /** Base folder for its relative links. */
  folder: string;
  /** Base folder for links with a leading slash. */
  top: string;
  /** True for a document exported by Arbor, whose text is restored unchanged. */
  isArbor: boolean;
  /** Its id in the export of Arbor. */
  exportedId: string | null;
  isStarred: boolean;
  starredAt: number | null;
  archived: SourceText['archived'];
  createdAt: number | null;
  updatedAt: number | null;
  /** Other names for links in double brackets. */
  aliases: string[];
  /** 0 for direct children of the import's parent. */
  level: number;
};
export type ImportPlan = {
  documents: PlannedDocument[];
  /** File or folder path → document id. */
  idOfPath: Map<string, string>;
};
/** Branches with the base folder of their links (an archive, or the named folder). */
export type UploadedFolder = { top: string; branches: Branch[] };

/** Plans a document for every branch, level by level. Works in slices. */
export async function planImport(
  folders: UploadedFolder[],
  parentId: string | null,
  makeId = newId,
): Promise<ImportPlan> {
  const slices = new Slices();
  const plan: ImportPlan = { documents: [], idOfPath: new Map() };
  for (const { top, branches } of folders) {
    const waiting = branches.map((branch) => ({ branch, parentId, level: 0 }));
    for (const { branch, ...place } of waiting) {
      const id = makeId();
      plan.documents.push({ id, ...describe(branch), ...place, top });
      for (const name of namesOf(branch)) plan.idOfPath.set(name, id);
      waiting.push(...branch.children.map((child) => ({ branch: child, parentId: id, level: place.level + 1 })));
      if (slices.isDue) await slices.rest();
    }
  }
  return plan;
}

/** Returns planned documents in the order in which a tree is read: each directly followed by what is below it. */
export function inTreeOrder(documents: PlannedDocument[]): PlannedDocument[] {
  const below = Map.groupBy(documents, ({ parentId }) => parentId);
  const ordered: PlannedDocument[] = [];
  const waiting = documents.filter(({ level }) => level === 0).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next);
    waiting.push(...(below.get(next.id) ?? []).toReversed());
  }
  return ordered;
}

/** Returns the names that links may use. Notion links to a database's excerpt, but the full one is imported. */
function namesOf({ path, text }: Branch): string[] {
  return text ? [path, text.path, text.path.replace(/_all(?=\.csv$)/i, '')] : [path];
}

function describe({ name, path, text }: Branch) {
  return {
    title: (text?.title ?? '') || titled(name) || path,
    icon: text?.icon ?? null,
    cover: text?.cover ?? null,
    content: text?.content ?? '',
    isArbor: text?.isArbor ?? false,
    exportedId: text?.exportedId ?? null,
    isStarred: text?.isStarred ?? false,
    starredAt: text?.starredAt ?? null,
    archived: text?.archived ?? null,
    createdAt: text?.createdAt ?? null,
    updatedAt: text?.updatedAt ?? null,
    aliases: text?.aliases ?? [],
    path: text?.path ?? path,
    folder: text ? posix.dirname(text.path).replace(/^\.$/, '') : path,
  };
}

/** Converts a file's name to a title: one line of at most 255 characters. */
const titled = (name: string) =>
  [
    ...name
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, 250)
    .join('');
