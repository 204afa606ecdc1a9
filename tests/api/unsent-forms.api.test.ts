import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { postFiles } from '#tests/support/form-upload.ts';
import { makeDocument, newPerson, type Person, signUpOver } from '#tests/support/people.ts';
import { fillPath, postedPages } from '#tests/support/routes.ts';
import { postWithoutSession, signInAgain } from '#tests/support/unsent-form.ts';
import { confirm, PNG, put, requestUpload } from '#tests/support/upload.ts';

// Pages with AI are shown; nothing is asked.
const server = ownServer({ AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_API_KEY: 'test-key', AI_MODEL: 'small' });
/** Forms of visitors, who have no session that could end. */
const OPEN = ['/login', '/register', '/verify', '/forgot-password', '/reset-password', '/link-account', '/logout'];
const OPEN_INTENTS = ['/preferences', '/auth/:provider', '/test-sentry'];
const forms = postedPages()
  .filter(({ path }) => !OPEN.includes(path) && !OPEN_INTENTS.includes(path))
  .flatMap(({ path, intents }) => intents.map((intent) => ({ path, intent })));

const TYPED = 'Typed before the session ended';
const csrfOf = async (person: Person) => person.browser.cookies.get('XSRF-TOKEN') as string;

/** Ways in which a session can have ended when a form is posted. */
const ENDS: Record<string, (person: Person, csrf: string) => Promise<void>> = {
  'the session is gone': async (person) => {
    person.browser.cookies.delete('arbor_access');
    person.browser.cookies.delete('arbor_refresh');
  },
  'all cookies are gone': async (person) => person.browser.cookies.clear(),
  'signed out in another tab': async (person) => {
    await person.api.post('/api/auth/logout');
  },
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`${name}: every form comes back with what was typed, to be signed in for`, async () => {
    const person = await signUpOver(server());
    const { id } = await makeDocument(person);
    const csrf = await csrfOf(person);
    await end(person, csrf);
    expect(forms.length).toBeGreaterThan(50);
    for (const { path, intent } of forms) {
      const answer = await person.page.postBlind(fillPath(path, id), { csrf, intent, content: TYPED });
      expect([path, intent, answer.status]).toEqual([path, intent, 401]);
      expect([path, intent, answer.text.includes(TYPED)]).toEqual([path, intent, true]);
      expect([path, intent, answer.text.includes('action="/login"')]).toEqual([path, intent, true]);
    }
  });
}

test('someone else signed in meanwhile: what was typed is on the page, and nothing is done in their name', async () => {
  const [olga, sven] = [await signUpOver(server()), await signUpOver(server())];
  const { id } = await makeDocument(olga, { content: 'Before' });
  const csrf = await csrfOf(olga);
  for (const intent of ['save', 'save-both', 'preview']) {
    const fields = { csrf, intent, title: 'Garden', content: TYPED, baseVersion: '1' };
    const answer = await sven.page.postBlind(`/doc/${id}/edit`, fields);
    expect([intent, answer.status, answer.text.includes(TYPED)]).toEqual([intent, 403, true]);
  }
  expect((await olga.api.get(`/api/documents/${id}`)).body.data.content).toBe('Before');
});

/** Fields without text of a form: choices, passwords, codes and files. */
const WITHOUT_TEXT: Record<string, string> = {
  '/': 'sort-children sort-undo sample sample-remove',
  '/doc/:docId':
    'star unstar archive restore delete move sort-children sort-undo template-set template-unset duplicate take-copy ' +
    'cover-remove task comment-delete comment-restore share-mentioned thread-resolve thread-reopen watch watch-branch ' +
    'unwatch leave rejoin',
  '/doc/:docId/edit': 'save-theirs',
  '/doc/:docId/share':
    'share-update share-remove share-resend request-dismiss commenting hand-over link-create link-revoke link-restore',
  '/doc/:docId/files': 'upload file-remove file-restore',
  '/doc/:docId/history': 'restore',
  '/search': 'search-remove',
  '/shared': 'block unblock',
  '/inbox': 'read unwatch rewatch read-all',
  '/archive': 'restore delete empty',
  '/import': 'import preview start undo',
  '/settings':
    'presence notifications mail-retry profile-image profile-image-remove password provider-link provider-unlink ' +
    'two-factor totp-start totp-confirm totp-remove recovery-codes token-revoke session-revoke ' +
    'sessions-revoke-others prove account-delete',
  '/groups': 'member-remove group-leave',
  '/admin/groups': 'group-delete member-remove keeper-remove',
  '/admin/users': 'suspend activate promote demote delete uninvite',
  '/admin/token-usage': 'ceiling-remove reset reset-all',
  '/second-factor': 'two-factor totp-start totp-confirm totp-remove',
  '/oauth/authorize': 'allow deny',
  '/terms': 'accept prove account-delete',
};

type Form = [path: string, intent: string, typed: string, others?: Record<string, string>, from?: string];

/**
 * Makes what the forms are about. Returns each form with a text: its field, other fields, and its address if another.
 */
async function formsWithText(person: Person): Promise<Form[]> {
  const [{ id }, other] = [await makeDocument(person), await signUpOver(server())];
  const hidden = (await makeDocument(other)).id;
  const { body: thread } = await person.api.post(`/api/documents/${id}/comments`, { body: 'First' });
  const file = await uploadTo(person, id);
  await person.page.post('/search?keyword=seed', { intent: 'search-save', name: 'Seeds', query: 'keyword=seed' });
  const searchId = /name="searchId" value="([^"]+)"/.exec((await person.page.get('/search?keyword=seed')).text)![1]!;
  await person.page.post('/admin/groups', { intent: 'group-create', name: `Group ${id}` });
  const groupId = /name="groupId" value="([^"]+)"/.exec((await person.page.get('/admin/groups')).text)![1]!;
  await person.page.post('/admin/groups', { intent: 'keeper-add', groupId, email: person.email });
  const userId = person.id;
  const base = { baseVersion: '1' };
  const all: Form[] = [
    ['/', 'create', 'title'],
    ['/doc/:docId', 'icon', 'icon'],
    ['/doc/:docId', 'cover', 'url'],
    ['/doc/:docId', 'comment', 'body'],
    ['/doc/:docId', 'comment-people', 'body'],
    ['/doc/:docId', 'comment-edit', 'body', { commentId: thread.data.comments[0].id }],
    ['/doc/:docId', 'request-access', 'message', {}, `/doc/${hidden}`],
    ['/doc/:docId/edit', 'save', 'content', base],
    ['/doc/:docId/edit', 'save-both', 'content', base],
    ['/doc/:docId/edit', 'preview', 'content', base],
    ['/doc/:docId/share', 'share', 'email'],
    ['/doc/:docId/files', 'file-rename', 'fileName', { renamed: file }],
    ['/doc/:docId/ai', 'generate', 'prompt'],
    ['/doc/:docId/ai', 'insert', 'result', base],
    ['/doc/:docId/ai', 'replace', 'result', base],
    ['/ask', 'ask', 'prompt'],
    ['/search', 'search-save', 'name', {}, '/search?keyword=seed'],
    ['/search', 'search-rename', 'name', { searchId }],
    ['/templates', 'template-use', 'title', {}, '/templates?show=arbor-meeting'],
    ['/settings', 'profile', 'displayName'],
    ['/settings', 'email', 'email'],
    ['/settings', 'token-create', 'name'],
    ['/groups', 'member-add', 'email', { groupId }],
    ['/admin/groups', 'group-create', 'name'],
    ['/admin/groups', 'group-rename', 'name', { groupId }],
    ['/admin/groups', 'member-add', 'email', { groupId }],
    ['/admin/groups', 'keeper-add', 'email', { groupId }],
    ['/admin/users', 'storage-limit', 'megabytes', { userId }],
    ['/admin/users', 'invite', 'email'],
    ['/admin/token-usage', 'limit', 'monthlyLimit', { userId }],
    ['/admin/token-usage', 'ceiling', 'monthlyTokens'],
  ];
  return all.map(([path, intent, typed, others, from]) => [path, intent, typed, others, from ?? fillPath(path, id)]);
}

test('files that cannot be kept are told', async () => {
  const olga = await newPerson(server());
  const csrf = formFields((await olga.page.get('/import')).text).find(({ name }) => name === 'csrf')!.value;
  for (const cookie of ['arbor_access', 'arbor_refresh']) olga.browser.cookies.delete(cookie);
  const part = { intent: 'start', field: 'files', csrf, parts: [{ name: 'beds.md', bytes: '# Beds' }] };
  const answer = await postFiles(olga, '/import', part);
  expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('Files cannot be kept')]);
  const { text } = await postWithoutSession(await newPerson(server()), '/', { intent: 'create', title: 'Beds' });
  expect(text).not.toContain('Files cannot be kept');
});

test('signed in again, every form with a text is there, filled', async () => {
  const person = await newPerson(server(), 'olga', { isAdmin: true });
  const withText = await formsWithText(person);
  const keys = (path: string, intents: string) => intents.split(' ').map((intent) => `${path} ${intent}`);
  const known = Object.entries(WITHOUT_TEXT).flatMap(([path, intents]) => keys(path, intents));
  expect([...known, ...withText.map(([path, intent]) => `${path} ${intent}`)].sort()).toEqual(
    forms.map(({ path, intent }) => `${path} ${intent}`).sort(),
  );
  const missing: string[] = [];
  for (const [, intent, typed, others, from] of withText) {
    const ended = await postWithoutSession(person, from!, { intent, [typed]: TYPED, ...others });
    const back = await person.page.get(await signInAgain(person, ended));
    if (!back.text.includes(TYPED)) missing.push(`${from} ${intent}`);
  }
  expect(missing).toEqual([]);
});

test('one side of a conflict that comes back belongs to the version it forked from, unless it was chosen', async () => {
  const person = await newPerson(server(), 'olga');
  const { id } = await makeDocument(person, { content: 'Before' });
  const versions = [];
  for (const intent of ['save', 'save-both', 'preview']) {
    const fields = { intent, title: 'Garden', content: TYPED, baseVersion: '7', forkedFrom: '5' };
    const ended = await postWithoutSession(person, `/doc/${id}/edit`, fields);
    const { text } = await person.page.get(await signInAgain(person, ended));
    versions.push(formFields(text).find(({ name }) => name === 'baseVersion')?.value);
  }
  expect(versions).toEqual(['7', '5', '5']);
});

async function uploadTo(person: Person, docId: string): Promise<string> {
  const ticket = await requestUpload(person, { docId, size: PNG.length });
  await put(ticket, new Uint8Array(PNG));
  await confirm(person, ticket);
  return ticket.fileId;
}
