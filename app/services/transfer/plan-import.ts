import { posix } from 'node:path';
import { newId } from '#app/services/new-id.ts';
import type { Branch } from '#app/services/transfer/arrange-folder.ts';

/** One document to be made; parents come before their children, siblings in their order. */
export type PlannedDocument = {
  id: string;
  parentId: string | null;
  title: string;
  icon: string | null;
  cover: { url: string; scrollY: number } | null;
  content: string;
  /** Where it came from, for links and messages. */
  path: string;
  /** The folder against which its relative links are read. */
  folder: string;
  /** The folder that a link with a leading slash begins at. */
  top: string;
  /** 0 for those that are put below the parent of the import. */
  level: number;
};
export type ImportPlan = {
  documents: PlannedDocument[];
  /** File or folder path → document id. */
  idOfPath: Map<string, string>;
};
/** Branches, and the folder (an archive, or the folder that was named) their links begin at. */
export type Grove = { top: string; branches: Branch[] };

/** Gives every branch its document, level by level. */
export function planImport(groves: Grove[], parentId: string | null): ImportPlan {
  const plan: ImportPlan = { documents: [], idOfPath: new Map() };
  for (const { top, branches } of groves) {
    const waiting = branches.map((branch) => ({ branch, parentId, level: 0 }));
    for (const { branch, ...place } of waiting) {
      const id = newId();
      plan.documents.push({ id, ...describe(branch), ...place, top });
      for (const name of namesOf(branch)) plan.idOfPath.set(name, id);
      waiting.push(...branch.children.map((child) => ({ branch: child, parentId: id, level: place.level + 1 })));
    }
  }
  return plan;
}

/** What links may call it. Notion's lead to the excerpt of a database, of which the whole is taken. */
function namesOf({ path, text }: Branch): string[] {
  return text ? [path, text.path, text.path.replace(/_all(?=\.csv$)/i, '')] : [path];
}

function describe({ name, path, text }: Branch) {
  return {
    title: (text?.title ?? '') || titled(name) || path,
    icon: text?.icon ?? null,
    cover: text?.cover ?? null,
    content: text?.content ?? '',
    path: text?.path ?? path,
    folder: text ? posix.dirname(text.path).replace(/^\.$/, '') : path,
  };
}

/** A file's name as a title, which is one line of at most 255 characters. */
const titled = (name: string) =>
  [
    ...name
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, 250)
    .join('');
