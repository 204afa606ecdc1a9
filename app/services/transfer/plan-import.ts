import { z } from 'zod';
import type { MarkdownFile, MarkdownFolder } from '#app/adapters/folder-reader.ts';
import { splitHead } from '#app/markdown/arbor-head.ts';
import { titleOf } from '#app/markdown/title-of.ts';
import { content as contentSchema, icon as iconSchema, title as titleSchema } from '#app/schemas/documents.ts';
import { newId } from '#app/services/new-id.ts';

/** One document to be made; parents come before their children, siblings in natural order of their names. */
export type PlannedDocument = {
  id: string;
  parentId: string | null;
  title: string;
  icon: string | null;
  content: string;
  /** Where it came from, for links and messages. */
  path: string;
  /** The folder against which its relative links are read. */
  folder: string;
};
export type NotTaken = { path: string; reason: 'encoding' | 'content' | 'image'; detail: string };
export type ImportPlan = {
  documents: PlannedDocument[];
  /** File or folder path → document id. */
  idOfPath: Map<string, string>;
  notTaken: NotTaken[];
};

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const withoutEnding = (name: string) => name.replace(/\.(?:md|markdown)$/i, '');

/** Mirrors a folder as documents: the folder itself, each file, each folder with its index as its text. */
export function planImport(root: MarkdownFolder, parentId: string | null): ImportPlan {
  const plan: ImportPlan = { documents: [], idOfPath: new Map(), notTaken: [] };
  const stack = [{ folder: root, id: planFolder(plan, root, parentId) }];
  // Breadth first: a parent is always made before what goes into it, and siblings one after the other.
  for (const { folder, id } of stack) {
    const children = [...folder.files, ...folder.folders].toSorted((a, b) => byName.compare(a.name, b.name));
    for (const child of children) {
      if ('files' in child) stack.push({ folder: child, id: planFolder(plan, child, id) });
      else planFile(plan, child, id, folder.path);
    }
  }
  return plan;
}

function planFolder(plan: ImportPlan, folder: MarkdownFolder, parentId: string | null): string {
  const id = newId();
  const { content, head } = (folder.index && readText(plan, folder.index)) ?? { content: '', head: {} };
  const title = head.title ?? (titleOf(content, folder.name) || folder.name);
  const path = folder.path || folder.name;
  plan.documents.push({ id, parentId, title, icon: head.icon ?? null, content, path, folder: folder.path });
  plan.idOfPath.set(folder.path, id);
  if (folder.index) plan.idOfPath.set(folder.index.path, id);
  return id;
}

function planFile(plan: ImportPlan, file: MarkdownFile, parentId: string, folder: string): void {
  const text = readText(plan, file);
  if (text === null) return;
  const { content, head } = text;
  const id = newId();
  const title = head.title ?? titleOf(content, withoutEnding(file.name));
  plan.documents.push({ id, parentId, title, icon: head.icon ?? null, content, path: file.path, folder });
  plan.idOfPath.set(file.path, id);
}

/** What a file says of its document, if Arbor has written it; anything that does not fit is left out. */
const headSchema = z.object({
  title: titleSchema.optional().catch(undefined),
  icon: z.union([z.null(), iconSchema]).optional().catch(undefined),
});
type FileText = { content: string; head: z.output<typeof headSchema> };

function readText(plan: ImportPlan, { path, text }: MarkdownFile): FileText | null {
  if (text === null) {
    plan.notTaken.push({ path, reason: 'encoding', detail: '' });
    return null;
  }
  const { content, head } = splitHead(text);
  const parsed = contentSchema.safeParse(content);
  if (parsed.success) return { content: parsed.data, head: headSchema.parse(head ?? {}) };
  plan.notTaken.push({ path, reason: 'content', detail: parsed.error.issues[0]?.message ?? '' });
  return null;
}
