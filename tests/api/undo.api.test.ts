import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { postFiles } from '#tests/support/form-upload.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { download, PNG } from '#tests/support/upload.ts';

const server = () => sharedServer();

/** Clicks Undo in the toast of a page after a redirect. */
async function undo(person: Person, path: string) {
  const { text } = await person.page.get(path);
  const toast = /<section class="toast-region"[\s\S]*?<\/section>/.exec(text)![0];
  const [, action] = /<form action="([^"]+)"/.exec(toast)!;
  const fields = Object.fromEntries(formFields(toast).map(({ name, value }) => [name, value]));
  const [, intent] = /value="([^"]+)" name="intent"/.exec(toast)!;
  return person.page.postBlind(action!, { ...fields, intent: intent! });
}

test('a removed file comes back with its bytes; its bytes stay out of reach meanwhile', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const path = `/doc/${id}/files`;
  await postFiles(olga, path, { intent: 'upload', field: 'file', parts: [{ name: 'leaf.png', bytes: PNG }] });
  const [, fileId] = /name="fileId" value="([^"]+)"/.exec((await olga.page.get(path)).text)!;
  const bytes = async () => (await download(server(), olga, `/api/files/${fileId}`)).status;
  expect((await olga.page.post(path, { intent: 'file-remove', fileId: fileId! })).status).toBe(303);
  expect(await bytes()).toBe(404);
  const undone = await undo(olga, path);
  expect([undone.status, undone.headers.get('Location')]).toEqual([303, path]);
  expect(await bytes()).toBe(200);
  expect((await olga.page.get(path)).text).toContain('leaf.png');
  // A second Undo has nothing to restore.
  expect((await olga.page.post(path, { intent: 'file-restore', removed: fileId! })).status).toBe(404);
});

test('a reader brings no file back, and none comes back into another document', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  const [{ id }, other] = [await makeDocument(olga), await makeDocument(olga)];
  await share(olga, id, rhea.email, 'READ');
  const path = `/doc/${id}/files`;
  await postFiles(olga, path, { intent: 'upload', field: 'file', parts: [{ name: 'leaf.png', bytes: PNG }] });
  const [, fileId] = /name="fileId" value="([^"]+)"/.exec((await olga.page.get(path)).text)!;
  await olga.page.post(path, { intent: 'file-remove', fileId: fileId! });
  const restore = (who: Person, where: string) => {
    const csrf = who.browser.cookies.get('XSRF-TOKEN')!;
    return who.page.postBlind(where, { csrf, intent: 'file-restore', removed: fileId! });
  };
  await rhea.page.get(path);
  expect((await restore(rhea, path)).status).toBe(403);
  expect((await restore(olga, `/doc/${other.id}/files`)).status).toBe(404);
  expect((await restore(olga, path)).status).toBe(303);
});

test('a removed cover and a removed share come back', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  const { id } = await makeDocument(olga);
  const coverOf = async () => (await olga.api.get(`/api/documents/${id}`)).body.data.coverImage;
  await olga.page.post(`/doc/${id}`, { intent: 'cover', url: '/covers/hills.svg', scrollY: '30' });
  await olga.page.post(`/doc/${id}`, { intent: 'cover-remove' });
  expect(await coverOf()).toBeNull();
  expect((await undo(olga, `/doc/${id}`)).status).toBe(303);
  expect(await coverOf()).toEqual({ url: '/covers/hills.svg', scrollY: 30 });
  await share(olga, id, rhea.email, 'EDIT');
  const [{ id: shareId }] = (await olga.api.get(`/api/documents/${id}/shares`)).body.data;
  await olga.page.post(`/doc/${id}/share`, { intent: 'share-remove', shareId: String(shareId) });
  expect((await rhea.api.get(`/api/documents/${id}`)).status).toBe(404);
  expect((await undo(olga, `/doc/${id}/share`)).status).toBe(303);
  expect((await rhea.api.get(`/api/documents/${id}`)).body.data.permission).toBe('EDIT');
});

test('a refused cover address is back in its field, with the reason, in an open menu', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const refused = await olga.page.post(`/doc/${id}`, { intent: 'cover', url: 'no "picture"', scrollY: 'high' });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/<input[^>]*id="cover-url"[^>]*aria-invalid="true"[^>]*value="no &quot;picture&quot;"/);
  expect(refused.text).toMatch(/id="cover-url-error"/);
  expect(refused.text).toMatch(/<details class="pop"[^>]*open=""[^>]*><summary[^>]*aria-label="More"/);
  expect(refused.text).toMatch(/<details class="disclosure cover-forms" open="">/);
  const unmoved = await olga.page.post(`/doc/${id}`, { intent: 'move', targetId: 'nowhere', dropPosition: '7' });
  expect(unmoved.text).toMatch(/<details class="move-form" open="">/);
});
