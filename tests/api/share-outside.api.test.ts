import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail } from '#tests/support/factories.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { type RunningServer, startInVain, startServer } from '#tests/support/server.ts';

describe('SHARE_OUTSIDE=off', () => {
  let server: RunningServer;
  let olga: Person;
  beforeAll(async () => {
    server = await startServer({ REGISTRATION_DOMAINS: 'meadow.example,fern.example', SHARE_OUTSIDE: 'off' });
    olga = await newPerson(server, 'olga');
  });
  afterAll(() => server.remove());

  const shareWith = (id: string, email: string, permission = 'READ') =>
    olga.api.post(`/api/documents/${id}/shares`, { email, permission });

  test('addresses elsewhere are refused alike, with and without an account; those at the domains are invited', async () => {
    const { id } = await makeDocument(olga);
    const guest = await newPerson(server, 'guest');
    for (const email of [guest.email, newEmail('nobody')]) {
      const { status, body } = await shareWith(id, email);
      expect([status, body.statusCode, body.errors?.email]).toEqual([
        403,
        1001,
        ['Documents are shared here with addresses at meadow.example, fern.example only'],
      ]);
    }
    expect((await shareWith(id, 'New.Colleague@Meadow.Example')).status).toBe(200);
    expect((await shareWith(id, 'colleague@deep.meadow.example')).status).toBe(403);
  });

  test('the page names the domains, and keeps what was typed', async () => {
    const { id } = await makeDocument(olga);
    expect((await olga.page.get(`/doc/${id}/share`)).text).toContain('Addresses at meadow.example');
    const fields = { intent: 'share', email: 'guest@elsewhere.example', permission: 'EDIT' };
    const { status, text } = await olga.page.post(`/doc/${id}/share`, fields);
    expect([status, text.includes('value="guest@elsewhere.example"')]).toEqual([403, true]);
    expect(text).toContain('Documents are shared here with addresses at meadow.example, fern.example only');
    const chinese = await olga.page.post(`/doc/${id}/share?lng=zh`, fields);
    expect(chinese.text).toContain('本站只能与 meadow.example、fern.example 的邮箱共享文档');
    expect(chinese.text).toContain('meadow.example、fern.example 的邮箱</');
    await olga.page.get('/?lng=en');
  });

  test('an entry that closes a document is for anyone, and does not open again', async () => {
    const { id } = await makeDocument(olga);
    const guest = await newPerson(server, 'guest');
    const closed = await shareWith(id, guest.email, 'NONE');
    expect(closed.status).toBe(200);
    const [{ shareId, id: entryId }] = closed.body.data;
    const opened = await olga.api.patch(`/api/documents/${id}/shares`, {
      shareId: shareId ?? entryId,
      permission: 'READ',
    });
    expect([opened.status, (await guest.api.get(`/api/documents/${id}`)).status]).toEqual([403, 404]);
  });
});

test('SHARE_OUTSIDE=off without domains is refused at the start', async () => {
  expect((await startInVain({ SHARE_OUTSIDE: 'off' })).output).toContain('SHARE_OUTSIDE');
});
