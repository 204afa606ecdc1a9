import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { NOTION_ID, type SourceText, stemOf } from '#app/services/transfer/sources/source-text.ts';
import { Slices } from '#app/threads/slices.ts';
import { sortInSlices } from '#app/threads/sort-in-slices.ts';

/** Source of one document: a file, a folder (`path` is its own), or a page with the folder of its subpages. */
export type Branch = { name: string; path: string; text: SourceText | null; children: Branch[] };
type Folder = { name: string; path: string; files: SourceText[]; folders: Map<string, Folder> };

const INDEXES = ['index.md', 'readme.md', 'index.html'];
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Arranges texts by path as a tree, siblings in natural order of names. A folder's own text is its `index.md`, else its
 * `README.md` or `index.html`; with `joinsPages` also the page of the same name beside it, as in Notion and Outline
 * exports. A page that names its parent is moved below it. Works in slices, as an archive may have ten thousand texts.
 */
export async function arrangeFolder(
  name: string,
  path: string,
  texts: Iterable<SourceText>,
  { joinsPages, emptyFolders = [] }: { joinsPages: boolean; emptyFolders?: string[] },
): Promise<Branch> {
  const slices = new Slices();
  const top: Folder = { name, path, files: [], folders: new Map() };
  const prefix = path ? `${path}/`.length : 0;
  for (const text of texts) {
    folderAt(top, text.path.slice(prefix).split('/').slice(0, -1)).files.push(text);
    if (slices.isDue) await slices.rest();
  }
  for (const empty of emptyFolders) folderAt(top, empty.slice(prefix).split('/'));
  const branch = branchOf(top);
  // Breadth-first instead of recursive: folders may be deeply nested.
  const waiting = [{ folder: top, branch }];
  for (const { folder, branch: parent } of waiting) {
    for (const { child, inside } of await childrenOf(folder, parent.text, joinsPages, slices)) {
      parent.children.push(child);
      if (inside) waiting.push({ folder: inside, branch: child });
    }
    if (slices.isDue) await slices.rest();
  }
  await placeBelowParents(branch, slices);
  return branch;
}

const folderAt = (top: Folder, parts: string[]): Folder => parts.reduce(below, top);

function below(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name);
  if (known) return known;
  const made = { name, path: folder.path ? `${folder.path}/${name}` : name, files: [], folders: new Map() };
  folder.folders.set(name, made);
  return made;
}

function indexOf({ files, path }: Folder): SourceText | null {
  const inside = path ? `${path}/`.length : 0;
  return (
    INDEXES.map((wanted) => files.find((file) => file.path.slice(inside).toLowerCase() === wanted)).find(Boolean) ??
    null
  );
}

function branchOf(folder: Folder): Branch {
  return { name: plainName(folder.name), path: folder.path, text: indexOf(folder), children: [] };
}

/** Moves pages below the parent they name, in the order of a table of contents. */
async function placeBelowParents(top: Branch, slices: Slices): Promise<void> {
  const all = [top];
  const aboveOf = new Map<Branch, Branch>();
  for (const branch of all) {
    for (const child of branch.children) aboveOf.set(child, branch);
    all.push(...branch.children);
    if (slices.isDue) await slices.rest();
  }
  const named = all.filter(({ text }) => text?.parent);
  const byPath = new Map(all.flatMap((branch) => (branch.text ? [[branch.text.path, branch]] : [])));
  const added = new Map<Branch, Branch[]>();
  const order = new Map(all.flatMap(({ text }) => text?.order ?? []).map((path, nth) => [path, nth]));
  for (const branch of named) {
    if (slices.isDue) await slices.rest();
    const parent = byPath.get(branch.text!.parent!);
    const above = aboveOf.get(branch);
    if (!parent || !above || parent === above || isBelow(parent, branch, aboveOf)) continue;
    const list = added.get(parent);
    if (list) list.push(branch);
    else added.set(parent, [branch]);
    aboveOf.set(branch, parent);
  }
  const isStill = (branch: Branch) => (child: Branch) => aboveOf.get(child) === branch;
  for (const branch of all) {
    branch.children = [...branch.children, ...(added.get(branch) ?? [])].filter(isStill(branch));
    if (slices.isDue) await slices.rest();
  }
  const nth = ({ text }: Branch) => (text && order.get(text.path)) ?? order.size;
  for (const branch of all) {
    branch.children.sort((one, other) => nth(one) - nth(other) || byPosition(one, other));
    if (slices.isDue) await slices.rest();
  }
}

/** Compares positions in an export of Arbor, so that an archived document returns to its place among its siblings. */
const byPosition = (one: Branch, other: Branch) => {
  const [first, second] = [one.text?.position ?? null, other.text?.position ?? null];
  return first === null || second === null ? 0 : first - second;
};

/** Name of the folder that contains an export's archived documents. */
export const ARCHIVED = 'archived';
const SECTIONS = ['documents', ARCHIVED];

/** Returns the topmost documents of a folder that Arbor exported; null for any other folder. */
export function topsOfExport({ text, children }: Branch): Branch[] | null {
  const isOurs = (branch: Branch) => branch.text?.isArbor === true;
  const isSection = ({ name, text: own, children: inside }: Branch) =>
    own === null && SECTIONS.includes(name) && inside.every(isOurs);
  if (text !== null || children.length === 0) return null;
  if (!children.every((child) => isOurs(child) || isSection(child))) return null;
  return children.flatMap((child) => (isOurs(child) ? [child] : child.children)).toSorted(byPosition);
}

/**
 * Tests whether a branch equals another or is below it, or deeper than a tree may be. Pages that name each other as
 * parents are not moved.
 */
function isBelow(branch: Branch, top: Branch, aboveOf: Map<Branch, Branch>): boolean {
  let depth = 0;
  for (let at: Branch | undefined = branch; at; at = aboveOf.get(at)) {
    depth += 1;
    if (at === top || depth > DEPTH_MAX) return true;
  }
  return false;
}

const plainName = (name: string) => name.replace(NOTION_ID, '').trim() || name;

type Child = { child: Branch; inside: Folder | null };

async function childrenOf(
  folder: Folder,
  index: SourceText | null,
  joinsPages: boolean,
  slices: Slices,
): Promise<Child[]> {
  const files = withoutExcerpts(folder.files).filter((file) => file !== index);
  const pages = new Map<string, SourceText>();
  // A page and its table share a name; the page takes precedence.
  if (joinsPages) for (const file of files.toReversed()) for (const name of namesOf(file)) pages.set(name, file);
  const joined = new Set<SourceText>();
  const folders = [...folder.folders.values()].map((inside) => {
    const child = branchOf(inside);
    const page = child.text ? undefined : pages.get(inside.name);
    if (page && !joined.has(page)) {
      joined.add(page);
      child.text = page;
    }
    return { child, inside };
  });
  const alone = files
    .filter((file) => !joined.has(file))
    .map((text) => ({
      child: { name: plainName(stemOf(text.path)), path: text.path, text, children: [] },
      inside: null,
    }));
  return sortInSlices([...alone, ...folders], (one, other) => byName.compare(one.child.name, other.child.name), slices);
}

/** Returns the possible names of a page's subfolder: its own, and without Notion's number suffix. */
function namesOf({ path }: SourceText): string[] {
  const stem = stemOf(path);
  return NOTION_ID.test(stem) ? [stem.replace(/_all$/, ''), plainName(stem)] : [stem];
}

/** Notion exports a database twice: its current view as an excerpt, and in full. Drops the excerpt. */
function withoutExcerpts(files: SourceText[]): SourceText[] {
  const whole = new Set(files.filter(({ path }) => /_all\.csv$/i.test(path)).map(({ path }) => path.toLowerCase()));
  return files.filter(({ path }) => !whole.has(path.toLowerCase().replace(/\.csv$/, '_all.csv')));
}
