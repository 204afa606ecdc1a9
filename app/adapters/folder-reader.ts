import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A folder with the Markdown below it. Paths are relative to the folder that was read, with `/` between their parts. */
export type MarkdownFolder = {
  name: string;
  path: string;
  /** The file that is this folder's own text. */
  index: MarkdownFile | null;
  files: MarkdownFile[];
  folders: MarkdownFolder[];
};
/** `text` is null when the bytes are not UTF-8. */
export type MarkdownFile = { name: string; path: string; text: string | null };

const MARKDOWN = /\.(?:md|markdown)$/i;
const INDEXES = ['index.md', 'readme.md'];

/** Reads the Markdown files below a folder; folders without any are left out, symbolic links are not followed. */
export async function readMarkdownFolder(folder: string): Promise<MarkdownFolder> {
  return (await readFolder(folder, '')) ?? { name: nameOf(folder), path: '', index: null, files: [], folders: [] };
}

const nameOf = (folder: string) => basename(join(folder)) || folder;

async function readFolder(folder: string, path: string): Promise<MarkdownFolder | null> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = (name: string) => (path ? `${path}/${name}` : name);
  const folders: MarkdownFolder[] = [];
  const files: MarkdownFile[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      const child = await readFolder(join(folder, name), below(name));
      if (child) folders.push(child);
    } else if (entry.isFile() && MARKDOWN.test(name)) {
      files.push({ name, path: below(name), text: decode(await readFile(join(folder, name))) });
    }
  }
  if (files.length + folders.length === 0) return null;
  const index = INDEXES.map((wanted) => files.find(({ name }) => name.toLowerCase() === wanted)).find(Boolean) ?? null;
  return { name: nameOf(folder), path, index, files: files.filter((file) => file !== index), folders };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The caller reports the file as one that could not be taken.
    return null;
  }
}
