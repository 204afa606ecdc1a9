import { expect } from 'vitest';
import { LiveClient } from '#tests/support/live-client.ts';
import { type Person, visitor } from '#tests/support/people.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

type Closed = { server: RunningServer; person: Person; token: string; docId: string };

/**
 * Expects `refusal` from the API, by session and by token, and from the tools, while the account itself answers. `path`
 * and its data are what the account may read besides `/api/auth/me`.
 */
export async function expectClosedApi(
  { server, person, token, docId }: Closed,
  refusal: object,
  open: { path: string; data: object } = { path: '/api/auth/me', data: { email: person.email } },
): Promise<void> {
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  for (const options of [{}, bearer]) {
    const client = options === bearer ? visitor(server) : person;
    for (const path of [
      '/api/documents',
      `/api/documents/${docId}`,
      '/api/search?keyword=a',
      '/api/events',
      '/api/x',
    ]) {
      const { status, body } = await client.api.get(path, options);
      expect([path, status]).toEqual([path, 403]);
      expect(body).toMatchObject(refusal);
    }
    const made = await client.api.post('/api/documents', { title: 'Weed' }, options);
    expect([made.status, made.body.statusCode]).toEqual([403, 1001]);
    expect((await client.api.get('/api/auth/me', options)).body.data).toMatchObject({ email: person.email });
    expect((await client.api.get(open.path, options)).body.data).toMatchObject(open.data);
  }
  const tools = await visitor(server).api.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer);
  expect(tools.body).toMatchObject(refusal);
}

/** Expects that a live connection to a document is closed before it has its text. */
export async function expectNoLiveConnection(person: Person, docId: string): Promise<void> {
  const editor = new LiveClient(person, docId);
  await until(async () => {
    if (editor.closings.length === 0) throw new Error('Not refused yet');
  });
  expect(editor.provider.synced).toBe(false);
  editor.leave();
}
