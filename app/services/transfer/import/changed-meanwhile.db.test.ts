import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { awaitPurge } from '#app/services/documents/purge-deleted.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { awaitImport, runWaitingImports } from '#app/services/transfer/import/import-jobs.ts';
import { listImports } from '#app/services/transfer/import/list-imports.ts';
import { select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { importPart } from '#tests/support/import-part.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { titlesOf, treeOf } from '#tests/support/uploads.ts';

const MINUTE = 60;
const LONG = 'word '.repeat(50_000);

async function idOf(owner: Actor, title: string): Promise<string> {
  const sql = 'SELECT id FROM documents WHERE owner_id = $me AND title = $title';
  return (await select<{ id: string }>(sql, { me: owner.id, title }))[0]!.id;
}

const notes = (count: number) => Array.from({ length: count }, (_, nth) => ({ path: `v/n${nth}.md`, text: 'n' }));

describeOnBoth('an import whose documents are changed while it runs', () => {
  test('skips what belongs below an archived document, and reports it', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const files = [
      { path: 'v/a/index.md', text: '# A' },
      { path: 'v/a/b/index.md', text: `# B\n${LONG}` },
      { path: 'v/a/b/c.md', text: '# C' },
      { path: 'v/d/index.md', text: '# D' },
      { path: 'v/d/e.md', text: `# E\n${LONG}` },
    ];
    const id = await importPart(ada, files, 1);
    const top = await idOf(ada, 'A');
    await buildDocument({ owner: ada, parent: top, title: 'Own' });
    await archiveDocument(ada, top);
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    const { notTaken, report } = (await awaitImport(id, 60_000))!;
    expect(notTaken).toEqual([
      { path: 'v.zip/v/a/b/index.md', reason: 'place', detail: '' },
      { path: 'v.zip/v/a/b/c.md', reason: 'place', detail: '' },
    ]);
    expect(report).toMatchObject({ documents: 4, isComplete: true });
    expect(titlesOf(await treeOf(ada, null))).toEqual([['v', ['D', ['E']]]]);
    await restoreDocument(ada, top);
    expect(titlesOf(await treeOf(ada, null))).toEqual([['v', ['A', ['Own']], ['D', ['E']]]]);
  });

  test.each([25, 50])('and that fails after %d documents keeps what people wrote', async (written) => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await importPart(ada, notes(70), written);
    const [changed, parent] = [await idOf(ada, 'n3'), await idOf(ada, 'n4')];
    await updateDocument(ada, changed, { content: 'Worked on', autosave: false });
    const own = await buildDocument({ owner: ada, parent, title: 'Own' });
    await buildDocument({ owner: ada, parent: own, title: 'Below own' });
    await archiveDocument(ada, parent);
    await setStatus(ada, 'SUSPENDED');
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    expect(await outcomeOf(awaitImport(id, 60_000))).toBe('accountError');
    await awaitPurge();
    expect(await listImports(ada)).toEqual([]);
    const left = await select<{ title: string }>('SELECT title FROM documents WHERE owner_id = $me', { me: ada.id });
    expect(left.map(({ title }) => title).sort()).toEqual(['Below own', 'Own', 'n3']);
    expect(await treeOf(ada, null)).toEqual([]);
    await setStatus(ada, 'ACTIVE');
    for (const kept of [changed, own.id]) await restoreDocument(ada, kept);
    expect(titlesOf(await treeOf(ada, null)).toSorted()).toEqual([['Own', ['Below own']], ['n3']]);
  });
});
