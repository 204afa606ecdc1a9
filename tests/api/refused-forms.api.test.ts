import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { newEmail } from '#tests/support/factories.ts';
import { postFiles } from '#tests/support/form-upload.ts';
import { formsOf, intentsOf } from '#tests/support/page-forms.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';
import { fillPath, postedPages } from '#tests/support/routes.ts';

const server = () => sharedServer();

/** Returns the faults of a refused form's summary: its heading, its links, their fields, the title. */
function summaryProblems(html: string): string[] {
  const problems: string[] = [];
  const summary = /<div[^>]*role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1];
  if (!summary) return ['no summary'];
  if (!summary.startsWith('<h2>There is a problem</h2>')) problems.push('no heading');
  if (!/<title>Error: /.test(html)) problems.push('the title does not say Error');
  const links = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  if (links.length === 0) problems.push('no links');
  for (const id of links) {
    const field = new RegExp(`<(?:input|select|textarea)[^>]*\\bid="${id}"[^>]*>`).exec(html)?.[0];
    if (!field) problems.push(`#${id} is no field`);
  }
  return [...problems, ...looseMessages(html)];
}

/** Returns the messages beside fields that no invalid control refers to. */
function looseMessages(html: string): string[] {
  const ids = [...html.matchAll(/<p class="wrong" id="([^"]+)"/g)].map(([, id]) => id!);
  const controls = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([tag]) => tag);
  const isTied = (id: string) =>
    controls.some(
      (tag) => tag.includes('aria-invalid="true"') && new RegExp(`aria-describedby="[^"]*\\b${id}\\b`).test(tag),
    );
  return ids.filter((id) => !isTied(id)).map((id) => `#${id} is tied to no field`);
}

type Wrong = { path: string; fields: Record<string, string> };
const wrongForms = (id: string): Wrong[] => [
  {
    path: '/settings',
    fields: { intent: 'profile', displayName: 'x'.repeat(61), username: 'y'.repeat(21), imageUrl: 'z' },
  },
  { path: '/settings', fields: { intent: 'email', email: 'nobody' } },
  { path: '/settings', fields: { intent: 'password', currentPassword: 'x', password: 'short' } },
  { path: '/settings', fields: { intent: 'token-create', name: '', expiresIn: '0' } },
  { path: '/', fields: { intent: 'create', title: 'x'.repeat(256) } },
  { path: `/doc/${id}`, fields: { intent: 'cover', url: 'nonsense' } },
  { path: `/doc/${id}`, fields: { intent: 'move', targetId: '', dropPosition: '7' } },
  { path: `/doc/${id}`, fields: { intent: 'comment', body: '' } },
  { path: `/doc/${id}/share`, fields: { intent: 'share', email: 'nobody', permission: 'READ' } },
  { path: `/doc/${id}/edit`, fields: { intent: 'save', title: 'x'.repeat(256), content: 'kept' } },
  { path: `/doc/${id}/edit`, fields: { intent: 'save', title: 'x', content: 'kept', icon: 'no emoji' } },
  { path: `/doc/${id}`, fields: { intent: 'icon', icon: 'no emoji' } },
  { path: '/settings', fields: { intent: 'notifications', mention: 'never', timeZone: 'Nowhere' } },
  { path: '/settings', fields: { intent: 'token-create', name: 'x', scope: 'all' } },
  { path: `/doc/${id}/share`, fields: { intent: 'hand-over', userId: '' } },
];

test('a refusal about the address, the group or the code stands beside its field', async () => {
  const olga = await newPerson(server(), 'olga', { isAdmin: true });
  const { id } = await makeDocument(olga);
  const { email } = await newPerson(server(), 'rhea');
  await share(olga, id, email, 'READ');
  const entry = { intent: 'share', permission: 'READ' };
  const groupId = (await olga.api.post('/api/groups', { name: 'Refused twice' })).body.data.id as string;
  const inGroup = { intent: 'share', groupId, permission: 'READ' };
  await olga.api.post(`/api/documents/${id}/shares`, inGroup);
  const code = { intent: 'verify', type: 'register', email: newEmail('codes'), code: 'AAAAAA' };
  const refusals: [path: string, fields: Record<string, string>, status: number, field: string, message: string][] = [
    [`/doc/${id}/share`, { ...entry, email }, 409, 'email', 'Already shared with this address'],
    [`/doc/${id}/share`, { ...entry, email: olga.email }, 400, 'email', 'You cannot share a document with yourself'],
    [`/doc/${id}/share`, inGroup, 409, 'share-group', 'Already shared with this group'],
    ['/verify', code, 400, 'code', 'The code is wrong or has expired'],
  ];
  for (const [path, fields, status, field, message] of refusals) {
    const answer = await olga.page.post(path, fields);
    expect([answer.status, summaryProblems(answer.text)], message).toEqual([status, []]);
    expect(answer.text, message).toContain(`<a href="#${field}">${message}</a>`);
    expect(answer.text, message).toMatch(new RegExp(`id="${field}-error"[^>]*>(?:<[^>]*>)*${message}`));
  }
});

test('a refused form says that there is a problem, with a link to each wrong field, and Error in the title', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  for (const { path, fields } of wrongForms(id)) {
    const answer = await olga.page.post(path, fields);
    expect([path, fields.intent, answer.status]).toEqual([path, fields.intent, 422]);
    expect([path, fields.intent, ...summaryProblems(answer.text)]).toEqual([path, fields.intent]);
  }
  const right = await olga.page.get('/settings');
  expect(right.text).toMatch(/<title>Settings/);
});

/** Posts that no form with messages of its own answers. */
const elsewhere = (id: string, archived: string): (Wrong & { status: number })[] => [
  { path: `/doc/${id}/files`, fields: { intent: 'file-remove', fileId: 'zz' }, status: 422 },
  { path: `/doc/${id}`, fields: { intent: 'delete' }, status: 409 },
  { path: `/doc/${archived}?confirm=delete`, fields: { intent: 'sort-children' }, status: 403 },
  { path: '/archive', fields: { intent: 'restore', docId: id }, status: 409 },
  { path: '/archive', fields: { intent: 'restore', docId: 'zz' }, status: 422 },
  { path: '/archive', fields: { intent: 'delete', docId: 'zz' }, status: 422 },
  { path: '/settings', fields: { intent: 'provider-link', provider: 'github' }, status: 400 },
  { path: '/settings', fields: { intent: 'provider-unlink', provider: 'github' }, status: 400 },
  { path: '/settings', fields: { intent: 'token-revoke', tokenId: 'zz' }, status: 422 },
  { path: '/settings', fields: { intent: 'session-revoke', sessionId: 'zz' }, status: 422 },
  { path: '/settings', fields: { intent: 'totp-confirm', code: 'zz' }, status: 422 },
];

const hasAlert = (html: string) => /role="alert"[^>]*tabindex="-1"/i.test(html);

test('every refused post has a summary that takes focus, whichever form it came from', async () => {
  const olga = await newPerson(server(), 'olga', { isAdmin: true });
  const [{ id }, { id: archived }] = [await makeDocument(olga), await makeDocument(olga)];
  await olga.api.post(`/api/documents/${archived}/archive`);
  for (const { path, fields, status } of elsewhere(id, archived)) {
    const answer = await olga.page.post(path, fields);
    expect([path, fields, answer.status, hasAlert(answer.text)]).toEqual([path, fields, status, true]);
  }
  const without: string[] = [];
  for (const { path } of postedPages()) {
    // Without AI and terms these pages are not there.
    if (['/ask', '/doc/:docId/ai', '/terms'].includes(path)) continue;
    const answer = await olga.page.post(fillPath(path, id), { intent: 'no-such' });
    if (answer.status === 422 && !hasAlert(answer.text)) without.push(path);
  }
  expect(without).toEqual([]);
});

test('a refused upload has a summary, without a file and with one of a wrong type', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  for (const [names, status] of [
    [[], 422],
    [['a.exe'], 415],
  ] as const) {
    const answer = await postFiles(olga, `/doc/${id}/files`, {
      intent: 'upload',
      field: 'file',
      parts: names.map((name) => ({ name, bytes: 'MZ' })),
    });
    expect([answer.status, hasAlert(answer.text), looseMessages(answer.text)]).toEqual([status, true, []]);
  }
});

test('a wrong type is named, whole numbers have their own words, and a missing field is required', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const errorsOf = async (body: object, lng = 'en') =>
    (await olga.api.patch(`/api/documents/${id}`, body, { headers: { 'Accept-Language': lng } })).body.errors;
  expect(await errorsOf({ title: 7 })).toEqual({ title: ['Expected string, received number'] });
  expect(await errorsOf({ content: ['x'] })).toEqual({ content: ['Expected string, received array'] });
  expect(await errorsOf({ isStarred: 'yes' })).toEqual({ isStarred: ['Expected boolean, received string'] });
  expect(await errorsOf({ title: 'x', baseVersion: 1.5 })).toEqual({
    baseVersion: ['Expected integer, received float'],
  });
  expect((await olga.api.post('/api/documents', {})).body.errors).toEqual({ title: ['Required'] });
  const chinese = await newPerson(server());
  chinese.browser.cookies.set('i18next', 'zh');
  expect((await chinese.api.post('/api/documents', { title: null })).body.errors).toEqual({
    title: ['应为字符串，收到的是空值'],
  });
});

test('a form of several actions without its intent changes nothing', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  await olga.page.post('/settings', { intent: 'profile', displayName: 'Olga' });
  for (const path of ['/settings', `/doc/${id}`]) expect((await olga.page.post(path, {})).status, path).toBe(422);
  expect((await olga.api.get('/api/auth/me')).body.data.displayName).toBe('Olga');
  expect((await olga.api.get(`/api/documents/${id}`)).body.data.isStarred).toBe(false);
});

test('a refused form keeps the document that it is about: a target far away, a parent of a new document', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const { id: parent } = await makeDocument(olga);
  const { id: far } = await makeDocument(olga, { title: 'Far away', parentId: parent });
  const chosenIn = async (path: string, intent: string, field: string, fields: Record<string, string>) => {
    const formIn = (html: string, at: string) =>
      formsOf(html, at).find((form) => intentsOf(form).includes(intent) && form.controls.some(isChoice))!;
    const isChoice = ({ name }: { name: string }) => name === field;
    const { action } = formIn((await olga.page.get(path)).text, path);
    const refused = await olga.page.postBlind(action, { csrf: 'stale', intent, ...fields });
    return formIn(refused.text, action).controls.find(isChoice)?.value;
  };
  const moved = { targetId: far, dropPosition: '0' };
  expect(await chosenIn(`/doc/${id}?move`, 'move', 'targetId', moved)).toBe(far);
  expect(await chosenIn(`/doc/${id}`, 'move', 'targetId', moved)).toBe(far);
  const created = { title: 'x', parentId: parent };
  expect(await chosenIn(`/doc/${parent}`, 'create', 'parentId', created)).toBe(parent);
  const used = { title: 'x', templateId: 'arbor-diary', parentId: parent };
  const page = `/templates?show=arbor-diary&parent=${parent}`;
  expect(await chosenIn(page, 'template-use', 'parentId', used)).toBe(parent);
});
