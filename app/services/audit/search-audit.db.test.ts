import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { translator } from '#app/i18n/translations.ts';
import { ALERT_TITLES } from '#app/markdown/finish/alerts.ts';
import { auditQuery } from '#app/schemas/audit.ts';
import { AUDIT_AREAS, AUDIT_KINDS } from '#app/schemas/audit-kinds.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { withClientAddress } from '#app/services/audit/origin.ts';
import { type AuditRow, searchAudit, streamAudit } from '#app/services/audit/search-audit.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { removeExpired } from '#app/services/maintenance/remove-expired.ts';
import { createPublicLink, revokePublicLink } from '#app/services/public-links/public-link.ts';
import { endSession } from '#app/services/sessions/end-session.ts';
import { revokeOtherSessions } from '#app/services/sessions/list-sessions.ts';
import { changeShare, removeShare } from '#app/services/shares/change-share.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { changePassword } from '#app/services/sign-in/change-password.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { listTokens, revokeToken } from '#app/services/tokens/list-tokens.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import { exportDocument, type SiteTexts } from '#app/services/transfer/export/export-document.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { DEVICE, HERE, signedIn, signUp } from '#tests/support/sign-up.ts';

const DAY_SECONDS = 24 * 3600;
const ADDRESS = '192.0.2.7';
const search = (params: Record<string, string>) => searchAudit(OPERATOR, auditQuery.parse({ limit: '100', ...params }));
const fromThere = <T>(work: () => Promise<T>) => withClientAddress(ADDRESS, work);

async function actsOf(person: Actor): Promise<string[]> {
  const { items } = await search({ person: person.email });
  return items.map(({ action }) => action).toReversed();
}

test('every kind is recorded somewhere and has words in both languages', () => {
  const folder = join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  for (const kind of AUDIT_KINDS) {
    expect(AUDIT_AREAS).toContain(kind.split('.')[0]);
    expect(sources, kind).toContain(`'${kind}'`);
    for (const lng of ['en', 'zh'] as const) {
      const key = `admin.users.trail.acts.${kind.replace('.', '_')}` as 'admin.users.trail.acts.user_suspend';
      expect(translator(lng)(key, { subject: '', group: '' })).not.toBe(key);
    }
  }
});

describeOnBoth('the audit log', () => {
  test('holds sign-ins, failures, sign-outs and changes of the account with the client address', async () => {
    const email = newEmail();
    await fromThere(() => signUp({ email }));
    const wrong = `${PASSWORD} no`;
    const attempt = { email, password: wrong, remember: false };
    expect(await outcomeOf(fromThere(() => signIn(attempt, HERE)))).toBe('passwordIncorrect');
    const { user, credentials } = await fromThere(() => signedIn(signIn({ ...attempt, password: PASSWORD }, HERE)));
    const actor: Actor = { ...user, lng: 'en' };
    await fromThere(() => setMailFactor(actor, true));
    await fromThere(() => setMailFactor(actor, true));
    await fromThere(() => createToken(actor, { name: 'Secret name', scope: 'read', expiresIn: 5 }));
    const [token] = await listTokens(actor);
    await fromThere(() => revokeToken(actor, token!.id));
    await fromThere(() => revokeOtherSessions(actor, credentials.sessionId));
    await fromThere(() => endSession(credentials.sessionId));
    await fromThere(() => endSession(credentials.sessionId));
    const changed = { currentPassword: PASSWORD, password: `${PASSWORD} new` };
    await fromThere(() => changePassword(actor, changed, DEVICE));
    const acts = await actsOf(actor);
    expect(acts.toSorted()).toEqual(
      [
        'account.register',
        'session.start',
        'session.fail',
        'session.start',
        'account.mail-factor-on',
        'token.create',
        'token.revoke',
        'session.end-others',
        'session.end',
        'account.password',
        'session.start',
      ].toSorted(),
    );
    const { items } = await search({ person: email });
    expect(items.every(({ address, via }) => address === ADDRESS && via === 'web')).toBe(true);
    const dump = JSON.stringify(items);
    for (const secret of [PASSWORD, 'Secret name', credentials.refreshToken]) expect(dump).not.toContain(secret);
  });

  test('records a sign-in to an unknown address without that address', async () => {
    const email = newEmail('nobody');
    await outcomeOf(fromThere(() => signIn({ email, password: PASSWORD, remember: false }, HERE)));
    const { items } = await search({ kind: 'session.fail' });
    expect(items[0]).toMatchObject({ actor: null, subject: 'unknown', address: ADDRESS });
    expect(JSON.stringify(items)).not.toContain(email);
  });

  test('holds shares, links, exports and deletion for good, without titles and texts', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const { id } = await buildDocument({ owner, title: 'Hush', content: 'Nobody reads this' });
    await shareDocument(owner, id, { email: reader.email, permission: 'READ' });
    await shareDocument(owner, id, { email: newEmail('stranger'), permission: 'READ' });
    await changeShare(owner, id, { userId: reader.id, permission: 'EDIT' });
    await removeShare(owner, id, { userId: reader.id });
    await createPublicLink(owner, id, { withChildren: false });
    await revokePublicLink(owner, id);
    const words = { texts: {} as SiteTexts, alertTitles: ALERT_TITLES };
    await exportDocument(owner, { id, format: 'md', lng: 'en', origin: 'http://localhost', ...words });
    await new Response(await exportAccount(owner)).arrayBuffer();
    await archiveDocument(owner, id);
    await deleteDocument(owner, id);
    const other = await buildDocument({ owner });
    await archiveDocument(owner, other.id);
    await emptyArchive(owner);
    await emptyArchive(owner);
    expect((await actsOf(owner)).toSorted()).toEqual(
      [
        'user.create',
        'share.add',
        'share.add',
        'share.change',
        'share.remove',
        'link.set',
        'link.revoke',
        'export.document',
        'export.account',
        'document.delete',
        'document.empty-archive',
      ].toSorted(),
    );
    const [emptied] = (await search({ person: owner.email, kind: 'document.empty-archive' })).items;
    expect(JSON.parse(emptied!.detail)).toEqual({ documents: 1, branches: other.id });
    const { items } = await search({ person: owner.email });
    for (const text of ['Hush', 'Nobody reads', 'stranger@', reader.email]) {
      expect(JSON.stringify(items)).not.toContain(text);
    }
    expect((await search({ person: id, kind: 'share' })).total).toBe(4);
  });

  test('filters by day and area, pages, and streams everything in the same order', async () => {
    const clock = stopClock();
    const user = await buildUser();
    for (let day = 0; day < 3; day += 1) {
      await createToken(user, { name: `t${day}`, scope: 'read', expiresIn: 5 });
      clock.advance(DAY_SECONDS);
    }
    const all = await search({ person: user.email, kind: 'token' });
    expect(all.total).toBe(3);
    const middle = all.items[1]!.createdAt.slice(0, 10);
    expect((await search({ person: user.email, kind: 'token', from: middle, to: middle })).items).toEqual([
      all.items[1],
    ]);
    expect((await search({ person: user.email, kind: 'token', page: '2', limit: '2' })).items).toEqual([all.items[2]]);
    expect((await search({ person: user.email, kind: 'share' })).total).toBe(0);
    expect((await search({ person: '%' })).total).toBe(0);
    const streamed: AuditRow[] = [];
    for await (const row of streamAudit(OPERATOR, { person: user.email, kind: 'token' })) streamed.push(row);
    expect(streamed).toEqual(all.items);
    const by = { via: 'web', actor: user } as const;
    expect(await outcomeOf(searchAudit(by, auditQuery.parse({})))).toBe('permissionDenied');
  });

  test('is removed by the daily job after AUDIT_DAYS', async () => {
    const clock = stopClock();
    const user = await buildUser();
    await createToken(user, { name: 'old', scope: 'read', expiresIn: 5 });
    clock.advance(364 * DAY_SECONDS);
    await createToken(user, { name: 'new', scope: 'read', expiresIn: 5 });
    await removeExpired();
    expect((await search({ person: user.email, kind: 'token' })).total).toBe(2);
    clock.advance(2 * DAY_SECONDS);
    await removeExpired();
    expect((await search({ person: user.email, kind: 'token' })).total).toBe(1);
  });
});
