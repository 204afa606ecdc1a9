import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '#tests/stall/attack.ts';
import { HOSTILE_IMPORTS } from '#tests/stall/hostile-imports.ts';
import { uploadFile } from '#tests/stall/upload-file.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument } from '#tests/support/people.ts';

/** Acts on branches of 9,000 documents side by side and of 2,000 in deep folders, in the order of the list. */
export function branches(person: Client): Attack[] {
  const wide = actsOn(person, 'notes of one folder', '9,000 documents side by side');
  return [...wide, ...actsOn(person, 'notes in sixty folders each', '2,000 documents in deep folders')];
}

function actsOn(person: Client, imported: string, size: string): Attack[] {
  let id = '';
  const prepare = async () => {
    if (id !== '') return;
    const { name, bytes } = HOSTILE_IMPORTS[imported]!;
    const topIds = async () => {
      const { body } = await person.api.get('/api/documents/tree');
      return (body.data as { id: string }[]).map((each) => each.id);
    };
    const before = await topIds();
    await uploadFile(person, name, bytes());
    id = (await topIds()).find((each) => !before.includes(each))!;
  };
  const act = (name: string, run: () => Promise<unknown>): Attack => ({
    kind: 'branch',
    name: `${name}, ${size}`,
    prepare,
    run,
  });
  const page = (path: string) => person.page.get(path);
  return [
    act('home', () => page('/')),
    act('page', () => page(`/doc/${id}`)),
    act('tree', () => person.api.get('/api/documents/tree')),
    act('list', () => person.api.get(`/api/documents?parentId=${id}&limit=100&page=50`)),
    act('share page', () => page(`/doc/${id}/share`)),
    act('activity', () => page(`/doc/${id}/activity`)),
    act('search', () => person.api.get('/api/search?keyword=x')),
    act('export', () => page(`/doc/${id}/export?format=zip`)),
    act('share', () => person.api.post(`/api/documents/${id}/shares`, { groupId: 'everyone', permission: 'EDIT' })),
    act('move below another', async () => {
      const target = await makeDocument(person);
      await person.api.post('/api/documents/move', { id, targetId: target.id, dropPosition: 0 });
    }),
    act('duplicate', () => person.api.post(`/api/documents/${id}/duplicate`)),
    act('archive', () => person.api.post(`/api/documents/${id}/archive`)),
    act('restore', () => person.api.post(`/api/documents/${id}/restore`)),
    act('delete', async () => {
      await person.api.post(`/api/documents/${id}/archive`);
      await person.api.delete(`/api/documents/${id}`);
      // Wait for the job that deletes the rows.
      await wait(3_000);
    }),
  ];
}
