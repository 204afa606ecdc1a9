import { extname, posix } from 'node:path';
import { isText } from '#app/services/transfer/sources/source-text.ts';
import { Slices } from '#app/threads/slices.ts';

/** Target of a name: a document of the import, or another file. */
export type Named = { id: string } | { file: string };
type NamesOfVault = {
  documents: Iterable<readonly [path: string, id: string]>;
  aliases: Iterable<readonly [alias: string, path: string, id: string]>;
  files: Iterable<string>;
};
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

  /** Reads the names in slices: ten thousand deep paths have half a million ends. */
  static async read({ documents, aliases, files }: NamesOfVault): Promise<VaultNames> {
    const names = new VaultNames();
    const slices = new Slices();
    for (const file of files) {
      names.#add(0, file, { file });
      if (slices.isDue) await slices.rest();
    }
    for (const [path, id] of documents) {
      names.#addDocument(path, id);
      if (slices.isDue) await slices.rest();
    }
    for (const [alias, path, id] of aliases) {
      names.#keep(3, keyOf(alias), { named: { id }, path });
      if (slices.isDue) await slices.rest();
    }
    return names;
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

  #addDocument(path: string, id: string): void {
    if (isText(path)) {
      this.#add(0, path, { id });
      this.#add(1, path.slice(0, -extname(path).length), { id });
    } else this.#add(2, path, { id });
  }

  #add(rank: number, path: string, named: Named): void {
    const key = keyOf(path);
    if (rank === 0) this.#exact.set(key, named);
    const entry = { named, path };
    this.#keep(rank, key, entry);
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) this.#keep(rank, key.slice(at + 1), entry);
  }

  #keep(rank: number, key: string, entry: { named: Named; path: string }): void {
    const known = this.#ends[rank]!.get(key);
    if (!known || depthOf(entry.path) < depthOf(known.path)) this.#ends[rank]!.set(key, entry);
  }
}

const depthOf = (path: string) => path.split('/').length;
const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
