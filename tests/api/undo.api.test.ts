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

test('a removed comment comes back for the person who removed it alone; the API deletes for good', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  const [{ id }, other] = [await makeDocument(olga), await makeDocument(olga)];
  await share(olga, id, rhea.email, 'READ');
  const path = `/doc/${id}`;
  const threads = async () => (await olga.api.get(`/api/documents/${id}/comments?state=all`)).body.data;
  await rhea.api.post(`/api/documents/${id}/comments`, { body: 'Why?' });
  const before = await threads();
  const commentId = before[0].comments[0].id as string;
  expect((await rhea.page.post(path, { intent: 'comment-delete', commentId })).status).toBe(303);
  expect([await threads(), (await olga.page.get(path)).text.includes('Why?')]).toEqual([[], false]);
  const restore = (who: Person, where: string) => {
    const csrf = who.browser.cookies.get('XSRF-TOKEN')!;
    return who.page.postBlind(where, { csrf, intent: 'comment-restore', removed: commentId });
  };
  expect((await restore(olga, path)).status).toBe(404);
  const undone = await undo(rhea, path);
  expect([undone.status, undone.headers.get('Location')]).toEqual([303, `${path}#thread-${before[0].id}`]);
  expect(await threads()).toEqual(before);
  await rhea.page.post(path, { intent: 'comment-delete', commentId });
  expect((await restore(rhea, `/doc/${other.id}`)).status).toBe(404);
  expect((await restore(rhea, path)).status).toBe(303);
  await rhea.api.delete(`/api/comments/${commentId}`);
  expect((await restore(rhea, path)).status).toBe(404);
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
  expect(unmoved.text).toMatch(
    /<details class="move-form" open=""><summary class="row"><svg[^>]*><use href="[^"]*#move"/,
  );
});

test('a revoked public link comes back with its address, for its owner and its document alone', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  const [{ id }, other] = [await makeDocument(olga), await makeDocument(olga)];
  await share(olga, id, rhea.email, 'EDIT');
  const path = `/doc/${id}/share`;
  await olga.page.post(path, { intent: 'link-create', withChildren: 'on', expiresAt: '' });
  const address = async () => /\/s\/[\w-]+/.exec((await olga.page.get(path)).text)?.[0];
  const link = (await address())!;
  expect((await olga.page.post(path, { intent: 'link-revoke' })).status).toBe(303);
  const { text } = await olga.page.get(path);
  const [, sealed] = /name="sealed" value="([^"]+)"/.exec(text)!;
  expect((await rhea.page.get(link)).status).toBe(404);
  const restore = (who: Person, where: string, value = sealed!) => {
    const csrf = who.browser.cookies.get('XSRF-TOKEN')!;
    return who.page.postBlind(where, { csrf, intent: 'link-restore', sealed: value });
  };
  expect((await restore(rhea, path)).status).toBe(403);
  expect((await restore(olga, `/doc/${other.id}/share`)).status).toBe(404);
  expect((await restore(olga, path, 'nonsense')).status).toBe(404);
  expect((await restore(olga, path)).status).toBe(303);
  expect(await address()).toBe(link);
  expect((await rhea.page.get(link)).status).toBe(200);
});

test('who left a shared document comes back once, and not after the owner has removed them', async () => {
  const [olga, rhea, ben] = [await newPerson(server()), await newPerson(server()), await newPerson(server())];
  const { id } = await makeDocument(olga);
  await share(olga, id, rhea.email, 'EDIT');
  const access = async () => (await rhea.api.get(`/api/documents/${id}`)).body.data?.permission;
  expect((await rhea.page.post(`/doc/${id}`, { intent: 'leave' })).status).toBe(303);
  const { text } = await rhea.page.get('/shared');
  const [, sealed] = /name="sealed" value="([^"]+)"/.exec(text)!;
  expect(await access()).toBeUndefined();
  const rejoin = (who: Person) => {
    const csrf = who.browser.cookies.get('XSRF-TOKEN')!;
    return who.page.postBlind(`/doc/${id}`, { csrf, intent: 'rejoin', sealed: sealed! });
  };
  expect((await rejoin(ben)).status).toBe(404);
  expect((await rejoin(rhea)).status).toBe(303);
  expect(await access()).toBe('EDIT');
  const [{ id: shareId }] = (await olga.api.get(`/api/documents/${id}/shares`)).body.data;
  await olga.page.post(`/doc/${id}/share`, { intent: 'share-remove', shareId: String(shareId) });
  expect((await rejoin(rhea)).status).toBe(404);
  expect(await access()).toBeUndefined();
});

test('sorted documents go back to their order, unless they changed since', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  for (const title of ['b', 'c', 'a']) await makeDocument(olga, { title, parentId: id });
  const titles = async () =>
    (await olga.api.get(`/api/documents/tree?parentId=${id}`)).body.data.map(({ title }: { title: string }) => title);
  const path = `/doc/${id}`;
  const sort = () => olga.page.post(path, { intent: 'sort-children', by: 'title', order: 'asc' });
  await sort();
  expect(await titles()).toEqual(['a', 'b', 'c']);
  const undone = await undo(olga, path);
  expect([undone.status, undone.headers.get('Location')]).toEqual([303, path]);
  expect(await titles()).toEqual(['b', 'c', 'a']);
  await sort();
  await makeDocument(olga, { title: 'd', parentId: id });
  const refused = await undo(olga, path);
  expect([refused.status, refused.text.includes('added, moved or removed here since')]).toEqual([409, true]);
  expect(await titles()).toEqual(['a', 'b', 'c', 'd']);
});
