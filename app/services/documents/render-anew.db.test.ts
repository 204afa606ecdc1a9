import { expect, test } from 'vitest';
import { listBacklinks } from '#app/services/documents/list-backlinks.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { renderOutdated } from '#app/services/documents/render-anew.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

/** Marks a text as rendered by an older renderer. */
async function age(id: string): Promise<void> {
  await execute(
    `UPDATE document_texts SET html = 'old', outline = '[]', words = 0, reading_seconds = 0, render_version = 0
     WHERE document_id = $id`,
    { id },
  );
  await execute('DELETE FROM links WHERE from_id = $id', { id });
}

const LINK = (id: string) => `# One\n\n## Two\n\n[a](/doc/${id}) ${'word '.repeat(230)}`;

describeOnBoth('texts of an older renderer', () => {
  test('are rendered anew when they are opened, with outline, length and links', async () => {
    const owner = await buildUser();
    const target = await buildDocument({ owner });
    const { id, version } = await buildDocument({ owner, title: 'From', content: LINK(target.id) });
    await age(id);
    const opened = await openDocument(owner, id);
    expect(opened.html).toContain('<h1 id="h-one">');
    expect(opened).toMatchObject({ version, words: 233, readingSeconds: 61 });
    expect(opened.outline.map(({ depth, text }) => [depth, text])).toEqual([
      [1, 'One'],
      [2, 'Two'],
    ]);
    expect((await listBacklinks(owner, target.id)).map(({ title }) => title)).toEqual(['From']);
  });

  test('are rendered by the daily job, all of them, unless it is stopped', async () => {
    const owner = await buildUser();
    const target = await buildDocument({ owner });
    const made = [];
    for (let count = 0; count < 25; count += 1) made.push(await buildDocument({ owner, content: LINK(target.id) }));
    for (const { id } of made) await age(id);
    expect(await renderOutdated(AbortSignal.abort())).toBe(0);
    expect(await renderOutdated(new AbortController().signal)).toBe(25);
    expect(await listBacklinks(owner, target.id)).toHaveLength(25);
    expect(await select("SELECT 1 AS one FROM document_texts WHERE html = 'old'")).toEqual([]);
    expect(await renderOutdated(new AbortController().signal)).toBe(0);
  });
});
