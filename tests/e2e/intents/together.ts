import { expect } from 'vitest';
import { type SignedIn, Walk } from '#tests/e2e/intents/walk.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

/**
 * Posts the forms of shares, public links, access requests, comments, notifications and groups, and those of a guest.
 */
export async function together(stage: Stage): Promise<void> {
  const [olga, rhea] = await Promise.all([Walk.openAs(stage, 'owner'), Walk.openAs(stage, 'guest')]);
  const { id } = await makeDocument(olga.person, { title: 'Garden', content: 'Carrots go north.' });
  await makeDocument(olga.person, { title: 'Bed', parentId: id });
  const path = `/doc/${id}`;
  await rhea.goto(path);
  await rhea.send('/doc/:docId request-access', { fields: { message: 'May I?' }, tells: 'its owner now knows' });
  await olga.goto(`${path}/share`);
  await olga.send('/doc/:docId/share request-dismiss', { tells: 'Request dismissed' });
  const email = 'invited@example.com';
  await olga.send('/doc/:docId/share share', { fields: { email }, tells: `Shared with ${email}` });
  await olga.send('/doc/:docId/share share-resend', { tells: `Invitation sent again to ${email}` });
  await olga.send('/doc/:docId/share share-remove', { tells: 'No longer shared' });
  await olga.page.getByRole('button', { name: 'Undo' }).click();
  await olga.page.getByText(`Shared with ${email}`).waitFor();
  await olga.send('/doc/:docId/share share-remove', { tells: 'No longer shared' });
  await olga.send('/doc/:docId/share share', { fields: { email: rhea.person.email } });
  await olga.send('/doc/:docId/share share-update', { fields: { permission: 'EDIT' }, tells: 'Saved' });
  await olga.send('/doc/:docId/share commenting', { fields: { commenting: 'readers' }, tells: 'Saved' });
  await olga.send('/doc/:docId/share link-create', { tells: 'The link is ready' });
  const link = await olga.page.getByLabel('Address').inputValue();
  await olga.send('/doc/:docId/share link-revoke', { tells: 'The link is revoked' });
  await olga.send('/doc/:docId/share link-restore', { tells: 'The public link works again' });
  expect(await olga.page.getByLabel('Address').inputValue()).toBe(link);
  await talk(olga, rhea, path);
  await leave(rhea, path);
  await olga.goto(`${path}/share`);
  await olga.page.locator('summary', { hasText: 'Give to somebody else' }).click();
  await olga.page.getByLabel('New owner').selectOption({ index: 1 });
  await olga.page.getByLabel('I know that I cannot undo this myself').check();
  await olga.send('/doc/:docId/share hand-over', { tells: 'owns it now' });
  await Promise.all([olga.context.close(), rhea.context.close()]);
}

async function talk(olga: SignedIn, rhea: Walk, path: string): Promise<void> {
  await rhea.goto(path);
  await rhea.send('/doc/:docId watch', { tells: 'You are told what happens here' });
  await rhea.send('/doc/:docId watch-branch', { tells: 'what happens in this branch' });
  await rhea.send('/doc/:docId unwatch', { tells: 'no longer told' });
  const fields = { body: 'Why north?', quote: 'go north' };
  await rhea.send('/doc/:docId comment', { fields, tells: 'Comment sent' });
  await rhea.send('/doc/:docId comment-edit', { fields: { body: 'Why not south?' }, tells: 'Why not south?' });
  await olga.goto('/inbox');
  await olga.send('/inbox read', { tells: 'Marked as read' });
  await olga.goto('/inbox?filter=all');
  await olga.send('/inbox unwatch', { tells: /You no longer watch/ });
  await olga.send('/inbox rewatch', { tells: /You watch .* again/ });
  await olga.goto(path);
  await olga.send('/doc/:docId thread-resolve', { tells: 'Thread resolved' });
  await olga.send('/doc/:docId thread-reopen', { tells: 'Thread reopened' });
  await shareWithMentioned(olga, path);
  await rhea.goto(path);
  await rhea.send('/doc/:docId comment-delete', { tells: 'Comment deleted' });
  expect(await rhea.page.getByText('Why not south?').count()).toBe(0);
  await rhea.send('/doc/:docId comment-restore', { tells: 'The comment is back' });
  await rhea.page.locator('.comment-body', { hasText: 'Why not south?' }).waitFor();
  await olga.goto('/inbox');
  await olga.send('/inbox read-all', { tells: 'Marked as read' });
}

/** Mentions a known person who cannot read: the list of all people keeps the typed comment, and one button shares. */
async function shareWithMentioned(olga: SignedIn, path: string): Promise<void> {
  const known = await newPerson(olga.stage.server, 'known');
  const { id } = await makeDocument(olga.person);
  await olga.person.api.post(`/api/documents/${id}/shares`, { email: known.email, permission: 'READ' });
  await olga.goto(path);
  await olga.send('/doc/:docId comment-people', { fields: { body: 'Ask Ada', quote: 'Carrots' }, tells: known.email });
  const { page } = olga;
  expect(await page.locator('#comment-body').inputValue()).toBe('Ask Ada');
  expect(await page.locator('#comment-quote').inputValue()).toBe('Carrots');
  const line = page.locator('.mentionable li', { hasText: known.email });
  expect(await line.innerText()).toContain('cannot read this yet');
  const markdown = await line.locator('code').innerText();
  await olga.send('/doc/:docId comment', { fields: { body: `Ask ${markdown}` }, tells: 'cannot read this document' });
  const comment = page.locator('.comment', { has: page.locator('.share-offers') });
  const commentId = await comment.getAttribute('id');
  await olga.send('/doc/:docId share-mentioned', { tells: `Shared with ${known.email}` });
  expect(new URL(page.url()).hash).toBe(`#${commentId}`);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(commentId);
  expect(await page.locator('.share-offers').count()).toBe(0);
  const told = (await known.api.get('/api/notifications?unread=true')).body.data.items;
  expect(told).toContainEqual(expect.objectContaining({ kind: 'mention', docId: path.split('/').at(-1) }));
}

/** A guest writes inside the branch, takes a copy of it, leaves, rejoins, and blocks and unblocks the owner. */
async function leave(rhea: Walk, path: string): Promise<void> {
  await rhea.goto(path);
  await rhea.send('/ create', { within: rhea.page.locator('main'), fields: { title: 'Guest bed' } });
  const bed = rhea.page.url().replace(/\/edit$/, '');
  await rhea.goto(bed);
  await rhea.send('/doc/:docId take-copy', { tells: 'Took a copy of “Guest bed”' });
  await rhea.goto(path);
  await rhea.send('/doc/:docId leave');
  await rhea.page.getByText('You left the document').waitFor();
  await rhea.send('/doc/:docId rejoin', { tells: 'You are back' });
  await rhea.goto('/shared');
  await rhea.send('/shared block', { tells: 'is blocked' });
  await rhea.send('/shared unblock', { tells: 'can share with you again' });
}
