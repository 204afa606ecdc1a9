import type { MarkdownFile, MarkdownFolder } from '#app/adapters/folder-reader.ts';
import { titleOf } from '#app/markdown/title-of.ts';
import { content as contentSchema } from '#app/schemas/documents.ts';
import { newId } from '#app/services/new-id.ts';

/** One document to be made; parents come before their children, siblings in natural order of their names. */
export type PlannedDocument = {
  id: string;
  parentId: string | null;
  title: string;
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
  const stack: { folder: MarkdownFolder; parentId: string | null }[] = [{ folder: root, parentId }];
  // Breadth first: a parent is always made before what goes into it.
  for (const { folder, parentId: parent } of stack) {
    const id = planFolder(plan, folder, parent);
    const children = [...folder.files, ...folder.folders].toSorted((a, b) => byName.compare(a.name, b.name));
    for (const child of children) {
      if ('files' in child) stack.push({ folder: child, parentId: id });
      else planFile(plan, child, id, folder.path);
    }
  }
  return plan;
}

function planFolder(plan: ImportPlan, folder: MarkdownFolder, parentId: string | null): string {
  const id = newId();
  const content = folder.index ? readContent(plan, folder.index) : '';
  const title = titleOf(content ?? '', folder.name) || folder.name;
  plan.documents.push({
    id,
    parentId,
    title,
    content: content ?? '',
    path: folder.path || folder.name,
    folder: folder.path,
  });
  plan.idOfPath.set(folder.path, id);
  if (folder.index) plan.idOfPath.set(folder.index.path, id);
  return id;
}

function planFile(plan: ImportPlan, file: MarkdownFile, parentId: string, folder: string): void {
  const content = readContent(plan, file);
  if (content === null) return;
  const id = newId();
  const title = titleOf(content, withoutEnding(file.name));
  plan.documents.push({ id, parentId, title, content, path: file.path, folder });
  plan.idOfPath.set(file.path, id);
}

function readContent(plan: ImportPlan, { path, text }: MarkdownFile): string | null {
  if (text === null) {
    plan.notTaken.push({ path, reason: 'encoding', detail: '' });
    return null;
  }
  const parsed = contentSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  plan.notTaken.push({ path, reason: 'content', detail: parsed.error.issues[0]?.message ?? '' });
  return null;
}
