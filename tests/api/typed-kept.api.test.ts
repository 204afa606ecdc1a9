import { afterAll, expect, test } from 'vitest';
import { plantGarden } from '#tests/e2e/every-page.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { ownServer } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { controlsOf, formsOf, intentsOf, type PageForm, routeOf } from '#tests/support/page-forms.ts';
import { newPerson, type Person, visitor } from '#tests/support/people.ts';
import { postedPages } from '#tests/support/routes.ts';

const provider = await new AiServer().start();
const server = ownServer({ ...provider.env, RATE_LIMIT: 'off' });
afterAll(() => provider.stop());

/** Too long for short fields, neither number nor address nor date, with every character that HTML escapes. */
const RUBBISH = `Rubbish <b> "&' ${'x'.repeat(12_000)}`;
const TYPED = ['text', 'textarea', 'email', 'url', 'number', 'search', 'date', 'tel'];
/** Secret fields are never returned (`page-action.ts`). */
const SECRET = /^(?:csrf|.*[pP]assword.*|code|recoveryCode|proof.*)$/;

type Found = { key: string; intent: string; page: string; form: PageForm; who: Client };

/** Creates a garden with every kind of form, and returns a form for each intent found in it. */
async function findForms(): Promise<Map<string, Found>> {
  const garden = await plantGarden(server());
  const { owner, reader } = garden.people;
  await plantMore(owner, reader, garden.document);
  const people: [Client, string[]][] = [
    [owner, garden.pages.owner],
    [reader, [...garden.pages.reader, '/groups', '/inbox?filter=all']],
    [visitor(server()), garden.pages.visitor],
  ];
  const found = new Map<string, Found>();
  const first = new Map(postedPages().map(({ path, intents }) => [path, intents[0]!]));
  for (const [who, paths] of people) {
    for (const page of paths) {
      const { text } = await who.page.get(page);
      for (const form of formsOf(text, page)) {
        for (const posted of intentsOf(form)) {
          const route = routeOf(form.action);
          const intent = posted || first.get(route) || '';
          const key = `${route} ${intent}`;
          const known = found.get(key);
          if (!known || typedIn(known.form).length < typedIn(form).length) {
            found.set(key, { key, intent, page, form, who });
          }
        }
      }
    }
  }
  return found;
}

async function plantMore(owner: Person, reader: Person, document: string): Promise<void> {
  const { body } = await owner.api.post('/api/groups', { name: 'Gardeners' });
  await owner.api.post(`/api/groups/${body.data.id}/members`, { email: reader.email });
  await owner.page.post('/admin/groups', { intent: 'keeper-add', groupId: body.data.id, email: reader.email });
  await owner.api.post(`${document.replace('/doc/', '/api/documents/')}/shares`, {
    email: 'guest@example.com',
    permission: 'READ',
  });
  const stranger = await newPerson(server(), 'stranger');
  const csrf = stranger.browser.cookies.get('XSRF-TOKEN')!;
  await stranger.page.postBlind(document, { csrf, intent: 'request-access', message: 'May I?' });
  await owner.page.post('/settings', { intent: 'token-create', name: 'Script', scope: 'read', expiresIn: '30' });
}

const isTyped = ({ name, type, isDisabled }: { name: string; type: string; isDisabled: boolean }) =>
  TYPED.includes(type) && !isDisabled && name !== '' && !SECRET.test(name);

const typedIn = ({ controls }: PageForm) => controls.filter(isTyped).map(({ name }) => name);

/** Posts rubbish into every text field of a form. Returns the fields whose text the refused page has lost. */
async function lostBy({ form, intent, page, who }: Found): Promise<string[]> {
  const opened = await who.page.get(page);
  const csrf = controlsOf(opened.text).find(({ name }) => name === 'csrf')?.value ?? '';
  const typed = typedIn(form);
  const kept = form.controls.filter(({ type }) => !['checkbox', 'radio', 'file'].includes(type));
  const fields = Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  const rubbish = Object.fromEntries(typed.map((name) => [name, RUBBISH]));
  const answer = await who.page.postBlind(form.action, { ...fields, ...rubbish, intent, csrf });
  if (answer.status < 400) return [];
  const main = /<main\b[\s\S]*<\/main>/.exec(answer.text)?.[0] ?? '';
  const back = controlsOf(main);
  return typed.filter((name) => !back.some((control) => control.name === name && control.value.trim() === RUBBISH));
}

/** Pages that require a step in between and are not reached here. Each has a test of its own. */
const ELSEWHERE = [
  // The form of a conflict is that of `save`; both texts are kept (`conflicts.api.test.ts`).
  '/doc/:docId/edit save-both',
  '/doc/:docId/edit save-theirs',
  // The form of an answer (`ai-pages.api.test.ts`).
  '/doc/:docId/ai insert',
  '/doc/:docId/ai replace',
  // Proof, codes and passwords, which are never returned (`proof.api.test.ts`, `second-factor.api.test.ts`).
  '/settings prove',
  '/settings totp-confirm',
  '/settings totp-remove',
  '/settings recovery-codes',
  '/reset-password reset',
  // Forms that only a policy of the installation shows (`demanded-factor.api.test.ts`, `announcement.api.test.ts`,
  // `terms.api.test.ts`).
  '/second-factor two-factor',
  '/second-factor totp-start',
  '/second-factor totp-confirm',
  '/second-factor totp-remove',
  '/preferences announcement-dismiss',
  '/terms accept',
  '/terms prove',
  '/terms account-delete',
  // The button of an address that refuses mails (`every-intent.e2e.test.ts`).
  '/settings mail-retry',
  // Buttons, which have no text fields.
  '/ sample',
  '/ sample-remove',
  '/doc/:docId take-copy',
  '/doc/:docId template-unset',
  '/doc/:docId cover-remove',
  '/doc/:docId watch',
  '/doc/:docId comment-restore',
  '/doc/:docId share-mentioned',
  '/doc/:docId rejoin',
  '/doc/:docId/share link-restore',
  '/doc/:docId/files file-restore',
  '/ sort-undo',
  '/doc/:docId sort-undo',
  '/shared unblock',
  '/inbox read',
  '/inbox read-all',
  '/inbox unwatch',
  '/inbox rewatch',
  '/import start',
  '/import undo',
  '/settings profile-image-remove',
  '/settings provider-link',
  '/settings provider-unlink',
  '/settings session-revoke',
  '/admin/token-usage ceiling-remove',
  '/admin/users activate',
  '/admin/users uninvite',
  '/auth/:provider depart',
  '/link-account confirm',
  '/link-account send',
  '/link-account cancel',
  '/oauth/authorize allow',
  '/oauth/authorize deny',
];

test('rubbish in any form is given back in full: nothing typed is lost; an intent without a form fails here', async () => {
  const forms = await findForms();
  const intents = postedPages().flatMap(({ path, intents }) => intents.map((intent) => `${path} ${intent}`));
  expect(intents.filter((key) => !forms.has(key)).toSorted()).toEqual(ELSEWHERE.toSorted());
  const lost: string[] = [];
  for (const found of forms.values()) {
    if (typedIn(found.form).length === 0) continue;
    for (const name of await lostBy(found)) lost.push(`${found.key}: ${name} (${found.page})`);
  }
  expect(lost).toEqual([]);
});
