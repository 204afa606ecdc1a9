import { expect, test } from 'vitest';
import type { OutlineEntry } from '#app/markdown/finish/heading-anchors.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { markOf, obsidianVault } from '#tests/support/obsidian-vault.ts';
import { importFiles } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const NOTES = repeats(60, 3000);
/** Links of the stored text, in order. */
const LINK = /\]\(((?:\/doc\/|\/api\/files\/|#)[^)]*)\)|src="([^"]*)"/g;

type Row = { id: string; content: string; html: string; outline: string };

describeOnBoth('a large Obsidian vault', () => {
  test('every internal link leads to the note, heading or file that is meant', async () => {
    const owner = await buildUser();
    const vault = obsidianVault(NOTES);
    const zip = buildZip(Object.entries(vault.files).map(([path, text]) => ({ path, text })));
    const { notTaken } = await importFiles(owner, { 'vault.zip': zip });
    expect(notTaken).toEqual([]);
    const rows = await select<Row>(
      `SELECT id, content, html, outline FROM documents JOIN document_texts ON document_id = id WHERE owner_id = $me`,
      { me: owner.id },
    );
    const files = await select<{ id: string; name: string; documentId: string }>(
      'SELECT id, name, document_id AS "documentId" FROM files WHERE owner_id = $me AND confirmed_at IS NOT NULL',
      { me: owner.id },
    );
    const numberOf = new Map(
      rows.map((row) => [row.id, Number(/^Number (\d+) of the vault\./m.exec(row.content)?.[1] ?? -1)]),
    );
    const outlineOf = new Map(rows.map(({ id, outline }) => [id, JSON.parse(outline) as OutlineEntry[]]));
    const fileOf = new Map(files.map((file) => [file.id, file]));

    /** Describes where a written address leads, as the vault describes it. */
    function lead(from: string, url: string) {
      const [path = '', hash] = url.split('#');
      const file = fileOf.get(path.replace('/api/files/', ''));
      if (file) return file.documentId === from ? { file: file.name.replace(/\.\w+$/, '') } : 'a file of another note';
      const to = path === '' ? from : path.replace('/doc/', '');
      const note = numberOf.get(to);
      if (hash === undefined) return { note };
      const heading = decodeURIComponent(hash);
      return outlineOf.get(to)?.some(({ id }) => id === `h-${heading}`) ? { note, heading } : `no heading ${heading}`;
    }

    const found = rows.filter(({ id }) => numberOf.get(id)! >= 0);
    expect(found).toHaveLength(NOTES);
    for (const { id, content, html } of found) {
      const nth = numberOf.get(id)!;
      const leads = [...content.matchAll(LINK)].map(([, url, src]) => lead(id, (url ?? src)!));
      expect([markOf(nth), leads]).toEqual([markOf(nth), vault.notes[nth]!.targets]);
      // Only code may show brackets.
      expect(html.replace(/<code.*?<\/code>/gs, '')).not.toContain('[[');
    }
    const [{ linked } = { linked: 0 }] = await select<{ linked: number }>(
      `SELECT COUNT(*) AS linked FROM links JOIN documents ON documents.id = links.to_id WHERE documents.owner_id = $me`,
      { me: owner.id },
    );
    const pairs = vault.notes.flatMap(({ targets }, nth) => [
      ...new Set(targets.flatMap((target) => ('note' in target && target.note !== nth ? [target.note] : []))),
    ]);
    expect(Number(linked)).toBe(pairs.length);
  }, 600_000);
});
