import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const server = ownServer();

const KINDS = ['mention', 'reply', 'comment', 'share', 'access-request', 'change'];

async function commented(owner: Person, reader: Person): Promise<void> {
  const { id } = await makeDocument(owner);
  await owner.api.post(`/api/documents/${id}/shares`, { email: reader.email, permission: 'READ' });
  await reader.api.post(`/api/documents/${id}/comments`, { body: 'Why?' });
}

test('the settings page takes for each kind when its mails come, and the time zone', async () => {
  const olga = await newPerson(server());
  const page = (await olga.page.get('/settings')).text;
  for (const kind of KINDS) expect(page).toContain(`name="${kind}"`);
  const choices = Object.fromEntries(KINDS.map((kind, nth) => [kind, ['now', 'daily', 'off'][nth % 3]!]));
  const post = (fields: Record<string, string>) => olga.page.post('/settings', { intent: 'notifications', ...fields });
  expect((await post({ ...choices, timeZone: 'Europe/Berlin' })).status).toBe(303);
  const saved = (await olga.page.get('/settings')).text;
  const chosen = (name: string) =>
    new RegExp(`<select[^>]* name="${name}"[\\s\\S]*?<option[^>]*selected=""[^>]*>([^<]*)`).exec(saved)?.[1];
  expect(KINDS.map(chosen)).toEqual(['At once', 'Once a day', 'Never', 'At once', 'Once a day', 'Never']);
  expect(chosen('timeZone')).toBe('Europe/Berlin');
  const refused: Record<string, string>[] = [{ mention: 'often' }, { timeZone: 'Moon/Crater' }];
  for (const wrong of refused) {
    expect((await post({ ...choices, ...wrong })).status).toBe(422);
  }
  expect(fieldValue(saved, 'timeZone')).toBeUndefined();
});

test('the link of a mail stops it: asked by a page, done by one post without session or csrf', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  await commented(olga, rhea);
  const mails = () => mailsTo(server().dataDir, olga.email);
  const [mail] = await until(async () => {
    const found = await mails();
    if (found.length === 0) throw new Error('no mail yet');
    return found;
  });
  const { headers } = await PostalMime.parse(mail!.source);
  const header = (name: string) => headers.find(({ key }) => key === name)!.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const { pathname } = new URL(header('list-unsubscribe').slice(1, -1));
  const anyone = visitor(server());
  const page = await anyone.page.get(pathname);
  expect([page.status, page.text.includes('Stop these mails?')]).toEqual([200, true]);
  const answer = await fetch(server().url + pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([answer.status, (await answer.text()).includes('These mails have stopped')]).toEqual([200, true]);
  await commented(olga, rhea);
  expect((await olga.api.get('/api/notifications?unread=true')).body.data.total).toBe(2);
  // A kind that was not in that mail is still sent, after the comment that is not.
  const { id } = await makeDocument(rhea);
  await rhea.api.post(`/api/documents/${id}/shares`, { email: olga.email, permission: 'READ' });
  await until(async () => expect(await mails()).toHaveLength(2));
  expect((await mails()).filter(({ text }) => text.includes('Why?'))).toHaveLength(1);
  for (const forged of [`${pathname}x`, pathname.replace('comment', 'mention'), '/unsubscribe/x']) {
    expect((await anyone.page.get(forged)).status).toBe(404);
    expect((await fetch(server().url + forged, { method: 'POST' })).status).toBe(404);
  }
});

test('the link of an invitation stops further ones, and the owner reads so', async () => {
  const olga = await newPerson(server());
  const email = `guest-${olga.id}@example.com`;
  const invite = async (to: string) => {
    const { id } = await makeDocument(olga);
    await olga.api.post(`/api/documents/${id}/shares`, { email: to, permission: 'READ' });
    return id;
  };
  await invite(email);
  const mails = () => mailsTo(server().dataDir, email);
  await until(async () => expect(await mails()).toHaveLength(1));
  const { headers } = await PostalMime.parse((await mails())[0]!.source);
  const header = (name: string) => headers.find(({ key }) => key === name)!.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const { pathname } = new URL(header('list-unsubscribe').slice(1, -1));
  const page = await visitor(server()).page.get(pathname, { headers: { 'Accept-Language': 'zh' } });
  expect([page.status, page.text.includes(`共享给 ${email} 的文档`)]).toEqual([200, true]);
  const done = await fetch(server().url + pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect([done.status, (await done.text()).includes('sign up with this address to see it')]).toEqual([200, true]);
  const id = await invite(email);
  const shares = (await olga.api.get(`/api/documents/${id}/shares`)).body.data;
  expect(shares).toMatchObject([{ email, isDeclined: true }]);
  const { text } = await olga.page.get(`/doc/${id}/share`);
  expect([text.includes('This person wants no mails from here'), text.includes('share-resend')]).toEqual([true, false]);
  const resent = await olga.page.post(`/doc/${id}/share`, { intent: 'share-resend', shareId: String(shares[0].id) });
  expect([resent.status, resent.text.includes('Tell them yourself.')]).toEqual([403, true]);
  // Mails leave in order: one to the declined address would be before this one.
  const friend = `friend-${olga.id}@example.com`;
  await invite(friend);
  await until(async () => expect(await mailsTo(server().dataDir, friend)).toHaveLength(1));
  expect(await mails()).toHaveLength(1);
});

test('the link of a mail that stops watching asks by a page; only its post acts', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  await commented(olga, rhea);
  const [mail] = await until(async () => {
    const found = await mailsTo(server().dataDir, olga.email);
    if (found.length === 0) throw new Error('no mail yet');
    return found;
  });
  const { text, html } = await PostalMime.parse(mail!.source);
  const [, url] = /^Stop watching “.+”: (http\S+\/unwatch\/\S+)$/m.exec(text!)!;
  expect(html).toContain(`<a href="${url}"`);
  const { pathname } = new URL(url!);
  const [, docId] = pathname.split('.');
  const isWatching = async () => (await olga.page.get(`/doc/${docId}`)).text.includes('value="unwatch"');
  const anyone = visitor(server());
  const page = await anyone.page.get(pathname);
  expect([page.status, page.text.includes('Stop watching “')]).toEqual([200, true]);
  const looks = ['GET', 'HEAD'].map((method) => fetch(server().url + pathname, { method }));
  expect((await Promise.all(looks)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await isWatching()).toBe(true);
  const done = await fetch(server().url + pathname, { method: 'POST' });
  expect([done.status, (await done.text()).includes('You no longer watch “')]).toEqual([200, true]);
  expect(await isWatching()).toBe(false);
  const forged = pathname.replace(olga.id, rhea.id);
  expect((await anyone.page.get(forged)).status).toBe(404);
  expect((await fetch(server().url + forged, { method: 'POST' })).status).toBe(404);
});
