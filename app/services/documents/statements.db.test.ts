import { expect, test } from 'vitest';
import { getAccess } from '#app/services/access/document-access.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { setCover } from '#app/services/documents/cover.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { listChildrenPage } from '#app/services/documents/list-children.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { getOpenBranches } from '#app/services/documents/open-branches.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { findPublicLink } from '#app/services/public-links/public-link.ts';
import { listAccessRequests } from '#app/services/shares/access-requests.ts';
import { listInheritedShares, listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser, newEmail } from '#tests/support/factories.ts';
import { countStatements, isWalk, withoutDelivery } from '#tests/support/statements.ts';

/** Maximum number of statements, including BEGIN and COMMIT, and how many of them query ancestors recursively. */
type Budget = { statements: number; walks: number };

async function expectWithin(budget: Budget, work: () => Promise<unknown>): Promise<void> {
  const statements = withoutDelivery((await countStatements(work)).statements);
  const listed = statements.join('\n---\n');
  expect(statements.filter(isWalk), listed).toHaveLength(budget.walks);
  expect(statements.length, listed).toBeLessThanOrEqual(budget.statements);
}

async function plant() {
  const owner = await buildUser();
  const top = await buildDocument({ owner, title: 'Top' });
  const bed = await buildDocument({ owner, parent: top, title: 'Bed' });
  const moving = await buildDocument({ owner, parent: top, title: 'Seedling', content: 'One.' });
  return { owner, top, bed, moving };
}

describeOnBoth('one act sends few statements', (dialect) => {
  // PostgreSQL locks the tree with a statement.
  const locks = dialect === 'postgres' ? 1 : 0;
  // SQLite stores ids and tokens of its full-text index in separate tables.
  const indexed = dialect === 'sqlite' ? 3 : 0;

  test('a move into another document by its owner, which asks who wrote there and may lose it', async () => {
    const { owner, bed, moving } = await plant();
    const move = { id: moving.id, targetId: bed.id, dropPosition: 0 } as const;
    await expectWithin({ statements: 8 + locks, walks: 1 }, () => moveDocument(owner, move));
  });

  test('a move beside another document by its owner, which asks the same', async () => {
    const { owner, top, moving } = await plant();
    const move = { id: moving.id, targetId: top.id, dropPosition: 1 } as const;
    await expectWithin({ statements: 7 + locks, walks: 1 }, () => moveDocument(owner, move));
  });

  test('archiving, which asks who reads the branch', async () => {
    const { owner, bed } = await plant();
    await expectWithin({ statements: 6 + locks, walks: 1 }, () => archiveDocument(owner, bed.id));
  });

  test('a save, which checks again in its transaction because rendering takes time, and notes and asks who is told', async () => {
    const { owner, moving } = await plant();
    const changes = { content: 'Two.', baseVersion: 1, autosave: false };
    await expectWithin({ statements: 15 + indexed, walks: 2 }, () => updateDocument(owner, moving.id, changes));
  });

  test('a cover', async () => {
    const { owner, moving } = await plant();
    const cover = { url: 'https://example.com/cover.png' };
    await expectWithin({ statements: 3, walks: 1 }, () => setCover(owner, moving.id, cover));
  });

  test('sharing with an address without an account, which asks whether it declined mails', async () => {
    const { owner, moving } = await plant();
    const share = { email: newEmail(), permission: 'READ' };
    await expectWithin({ statements: 13 + locks, walks: 1 }, () => shareDocument(owner, moving.id, share));
  });

  test('a duplicate, which checks its place again when it is complete', async () => {
    const { owner, moving } = await plant();
    await expectWithin({ statements: 27 + indexed, walks: 2 }, () => duplicateDocument(owner, moving.id));
  });

  test('a page view: the document, its children, its comments and the tree', async () => {
    const { owner, top } = await plant();
    await openDocument(owner, top.id);
    await expectWithin({ statements: 5, walks: 1 }, async () => {
      const { access, title, icon, id } = await openDocument(owner, top.id);
      await Promise.all([
        listThreads(owner, access, 'all'),
        listChildrenPage(owner, access, { page: 1, limit: 50 }),
        getOpenBranches(owner, { path: [...access.path, { id, title, icon }], isOwner: true, opened: [] }),
      ]);
    });
  });

  test('the page of sharing', async () => {
    const { owner, moving } = await plant();
    await expectWithin({ statements: 6, walks: 1 }, async () => {
      const access = await getAccess(owner, moving.id);
      await Promise.all([
        listShares(owner, access),
        listInheritedShares(owner, access),
        listAccessRequests(owner, access),
        findPublicLink(owner, access),
      ]);
    });
  });
});
