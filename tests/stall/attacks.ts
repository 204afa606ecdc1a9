import { distinctLines, HOSTILE_HTML, HOSTILE_MARKDOWN } from '#tests/stall/hostile-texts.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument } from '#tests/support/people.ts';

/** One input of a kind of work; `prepare` is not measured. */
export type Attack = { kind: string; name: string; prepare?: () => Promise<unknown>; run: () => Promise<unknown> };

const KILOBYTE = 1024;

async function uploadFile(person: Client, name: string, text: string): Promise<void> {
  const page = await person.page.get('/import');
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const form = new FormData();
  form.set('csrf', csrf);
  form.set('intent', 'import');
  form.append('files', new File([text], name));
  await person.browser.request('/import', { method: 'POST', body: form });
}

async function saves(person: Client): Promise<Attack[]> {
  const document = await makeDocument(person);
  const path = `/api/documents/${document.id}`;
  return Object.entries(HOSTILE_MARKDOWN).flatMap(([name, textOf]) =>
    [1, 23, 200].map((kilobytes) => ({
      kind: 'save',
      name: `${name}, ${kilobytes} KB`,
      run: () => person.api.patch(path, { content: textOf(kilobytes * KILOBYTE) }),
    })),
  );
}

async function imports(person: Client): Promise<Attack[]> {
  const pages = Object.entries(HOSTILE_HTML).map(([name, textOf]) => ({
    kind: 'import',
    name: `HTML: ${name}, 200 KB`,
    run: () => uploadFile(person, 'page.html', textOf(200 * KILOBYTE)),
  }));
  const yaml = HOSTILE_MARKDOWN['nested keys of YAML']!;
  return [
    ...pages,
    {
      kind: 'import',
      name: 'Markdown: nested keys of YAML, 1 KB',
      run: () => uploadFile(person, 'a.md', yaml(KILOBYTE)),
    },
  ];
}

/** Before: 20 s for the save and 23 s for each look at its history. */
async function differences(person: Client): Promise<Attack[]> {
  const lines = distinctLines(100_000, 'l');
  const document = await makeDocument(person, { content: lines });
  const path = `/api/documents/${document.id}`;
  const version = document.version;
  const history = () => person.page.get(`/doc/${document.id}/history`);
  return [
    {
      kind: 'difference',
      name: 'first and last of 100,000 lines',
      run: () => person.api.patch(path, { content: `first\n${lines}last\n` }),
    },
    { kind: 'difference', name: 'its history', run: history },
    {
      kind: 'difference',
      name: 'a merge with it',
      run: () => person.api.patch(path, { content: lines.replace('l 50000\n', 'changed\n'), baseVersion: version }),
    },
    {
      kind: 'difference',
      name: 'every line another',
      run: () => person.api.patch(path, { content: distinctLines(100_000, 'm') }),
    },
    { kind: 'difference', name: 'its history', run: history },
    {
      kind: 'difference',
      name: 'equal lines',
      run: () => person.api.patch(path, { content: 'same\n'.repeat(100_000) }),
    },
  ];
}

async function searches(person: Client): Promise<Attack[]> {
  const text = `${'ﬁｌｌé '.repeat(100_000)}needle`;
  for (let nth = 0; nth < 3; nth += 1) await makeDocument(person, { content: text });
  return [{ kind: 'search', name: 'three texts of 1.2 MB', run: () => person.api.get('/api/search?keyword=needle') }];
}

async function copies(person: Client, documents: number): Promise<Attack[]> {
  const top = await makeDocument(person);
  const content = HOSTILE_MARKDOWN['open emphasis']!(8 * KILOBYTE);
  for (let nth = 0; nth < documents; nth += 1) await makeDocument(person, { parentId: top.id, content });
  const duplicate = () => person.api.post(`/api/documents/${top.id}/duplicate`);
  return [{ kind: 'duplicate', name: `${documents} documents of 8 KB`, run: duplicate }];
}

/** Every input that is known to cost the server most, prepared for one person. */
export async function attacksBy(person: Client, { copied }: { copied: number }): Promise<Attack[]> {
  return [
    ...(await saves(person)),
    ...(await imports(person)),
    ...(await differences(person)),
    ...(await searches(person)),
    ...(await copies(person, copied)),
  ];
}
