import { connect, disconnect, execute } from '#db/connection.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import type { Place } from '#tests/support/server.ts';

/** Creates or changes the public link of a document on the share page. Returns its path, `/s/…`. */
export async function makeLink(owner: Client, id: string, fields: Record<string, string> = {}): Promise<string> {
  const made = await owner.page.post(`/doc/${id}/share`, { intent: 'link-create', ...fields });
  if (made.status !== 303) throw new Error(`Making a link answered ${made.status}: ${made.text.slice(0, 300)}`);
  const { text } = await owner.page.get(`/doc/${id}/share`);
  const url = /id="link-url"[^>]*value="([^"]*)"/.exec(text)?.[1];
  if (!url) throw new Error('The share page shows no link');
  return new URL(url).pathname;
}

export async function revokeLink(owner: Client, id: string): Promise<void> {
  const answer = await owner.page.post(`/doc/${id}/share`, { intent: 'link-revoke' });
  if (answer.status !== 303) throw new Error(`Revoking answered ${answer.status}`);
}

/** Sets the last day of a link in the database, as its form refuses days in the past. */
export async function expireLink({ dataDir, databaseUrl }: Place, id: string, lastDay: string): Promise<void> {
  connect({ dataDir, databaseUrl });
  try {
    const at = Date.parse(`${lastDay}T00:00:00Z`) + 24 * 3600 * 1000;
    await execute('UPDATE public_links SET expires_at = $at WHERE document_id = $id', { at, id });
  } finally {
    await disconnect();
  }
}

/** Creates Garden with child Beds and grandchild Carrots, and a document beside them. */
export async function plantBranch(place: Place) {
  const owner = await newPerson(place, 'owner');
  const garden = await makeDocument(owner, { title: 'Garden', content: '# Plan\n\n今年种胡萝卜。' });
  const beds = await makeDocument(owner, { title: 'Beds', content: 'North', parentId: garden.id });
  const carrots = await makeDocument(owner, { title: 'Carrots', content: 'Orange', parentId: beds.id });
  const diary = await makeDocument(owner, { title: 'Secret diary', content: 'Mine' });
  return { owner, garden, beds, carrots, diary };
}
