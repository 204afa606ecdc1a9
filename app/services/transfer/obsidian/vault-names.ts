import { extname, posix } from 'node:path';
import { isText } from '#app/services/transfer/sources/source-text.ts';

/** Target of a name: a document of the import, or another file. */
export type Named = { id: string } | { file: string };
/** Base folders of the document that contains a link. */
export type LinkPlace = { folder: string; top: string };

/**
 * Finds documents and files by the end of their path, as Obsidian does: by name, ignoring case, with or without
 * extension. Among equal names, the one in the same folder wins, else the one nearest the top.
 */
export class VaultNames {
  readonly #exact = new Map<string, Named>();
  /** By path and every end of it, by precedence: full names, names without extension, folders, aliases. */
  readonly #ends: Map<string, { named: Named; path: string }>[] = [new Map(), new Map(), new Map(), new Map()];

  constructor(
    documents: Iterable<readonly [path: string, id: string]>,
    aliases: Iterable<readonly [alias: string, path: string, id: string]>,
    files: Iterable<string>,
  ) {
    for (const file of files) this.#add(0, file, { file });
    for (const [path, id] of documents) {
      if (!isText(path)) {
        this.#add(2, path, { id });
        continue;
      }
      this.#add(0, path, { id });
      this.#add(1, path.slice(0, -extname(path).length), { id });
    }
    for (const [alias, path, id] of aliases) this.#keep(3, keyOf(alias), { named: { id }, path });
  }

  find({ folder, top }: LinkPlace, target: string): Named | null {
    const wanted = keyOf(target).replace(/\/+$/, '');
    if (!wanted) return null;
    const beside = posix.join(keyOf(folder), wanted);
    const near = this.#exact.get(beside) ?? this.#exact.get(`${beside}.md`);
    if (near && !beside.startsWith('..')) return near;
    const end = posix.normalize(wanted).replace(/^(?:\.{0,2}\/)+/, '');
    for (const ends of this.#ends) {
      const found = ends.get(end);
      if (found && `${found.path}/`.startsWith(top && `${top}/`)) return found.named;
    }
    return null;
  }

  #add(rank: number, path: string, named: Named): void {
    const key = keyOf(path);
    if (rank === 0) this.#exact.set(key, named);
    const parts = key.split('/');
    for (let from = parts.length - 1; from >= 0; from -= 1) {
      this.#keep(rank, parts.slice(from).join('/'), { named, path });
    }
  }

  #keep(rank: number, key: string, entry: { named: Named; path: string }): void {
    const known = this.#ends[rank]!.get(key);
    if (!known || depthOf(entry.path) < depthOf(known.path)) this.#ends[rank]!.set(key, entry);
  }
}

const depthOf = (path: string) => path.split('/').length;
const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
