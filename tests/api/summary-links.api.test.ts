import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { formsOf, intentsOf, type PageForm } from '#tests/support/page-forms.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { PNG, upload } from '#tests/support/upload.ts';

const server = ownServer();

const TYPED = ['text', 'email', 'search', 'url', 'password', 'number', 'date', 'textarea'];
/** Values that between them every typed field refuses: nothing, and too much that is of no kind. */
const WRONG = ['', 'x'.repeat(2000)];

/** Returns the pages of an administrator with at least one form of every kind. */
async function furnish(): Promise<{ olga: Person; pages: string[] }> {
  const [olga, rhea] = [await newPerson(server(), 'olga', { isAdmin: true }), await newPerson(server(), 'rhea')];
  const { id } = await makeDocument(olga);
  await makeDocument(olga, { parentId: id });
  const { id: foreign } = await makeDocument(rhea);
  await share(olga, id, rhea.email, 'READ');
  await upload(olga, PNG, { docId: id });
  for (const body of ['One', 'Two']) await olga.api.post(`/api/documents/${id}/comments`, { body });
  for (const name of ['Crew', 'Team']) await olga.api.post('/api/groups', { name });
  for (const name of ['Moss', 'Fern'])
    await olga.page.post('/search?keyword=x', { intent: 'search-save', name, query: `keyword=${name}` });
  const ofDocument = ['', '/edit', '/share', '/files'].map((rest) => `/doc/${id}${rest}`);
  const ofAdmin = ['users', 'groups', 'token-usage'].map((page) => `/admin/${page}`);
  const others = ['/', '/search?keyword=Moss', '/settings', '/templates?show=arbor-meeting', '/import', '/groups'];
  return { olga, pages: [...ofDocument, `/doc/${foreign}`, ...ofAdmin, ...others] };
}

const isTyped = ({ controls }: PageForm) => controls.some(({ type }) => TYPED.includes(type));

/** Returns the forms of a page with typed fields; of a form that is repeated in a list only the first. */
function formsToRefuse(html: string, path: string): { intent: string; form: PageForm }[] {
  const found = new Map<string, { intent: string; form: PageForm }>();
  for (const form of formsOf(html, path).filter(isTyped)) {
    for (const intent of intentsOf(form)) {
      const key = [intent, ...form.controls.map(({ name }) => name)].join();
      if (!found.has(key)) found.set(key, { intent, form });
    }
  }
  return [...found.values()];
}

/** Returns the links of a refused form's summary that lead to no field, or to one that is not wrong. */
function deadLinks(html: string): string[] {
  const summary = /<div[^>]*role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1] ?? '';
  const ids = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  const wrong = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*aria-invalid="true"[^>]*>/g)].map(([tag]) => tag);
  return ids.filter((id) => !wrong.some((tag) => tag.includes(` id="${id}"`)));
}

test('each link of a summary leads to a wrong field of the form that was posted, on every page', async () => {
  const { olga, pages } = await furnish();
  const [dead, refused]: [string[], Set<string>] = [[], new Set()];
  for (const path of pages) {
    const page = await olga.page.get(path);
    for (const { intent, form } of formsToRefuse(page.text, path)) {
      for (const wrong of WRONG) {
        const fields = form.controls.map(({ name, type, value }) => [name, TYPED.includes(type) ? wrong : value]);
        const answer = await olga.page.post(form.action, { ...Object.fromEntries(fields), intent });
        if (answer.status !== 422) continue;
        refused.add(intent);
        dead.push(...deadLinks(answer.text).map((id) => `${path} ${intent}: #${id}`));
      }
    }
  }
  expect([...new Set(dead)]).toEqual([]);
  expect([...refused].sort()).toEqual([
    ...['ceiling', 'comment', 'comment-edit', 'cover', 'create', 'email', 'file-rename', 'group-create'],
    ...['group-rename', 'icon', 'invite', 'keeper-add', 'limit', 'link-create', 'member-add', 'password', 'preview'],
    ...['profile', 'request-access', 'save', 'search-rename', 'search-save', 'share', 'storage-limit'],
    ...['template-use', 'token-create'],
  ]);
});
