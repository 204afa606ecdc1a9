import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

const stage = setStage();

/** Titles, names and passages in the language that the page does not have. */
const WORDS = {
  en: { top: '菜园', below: '豆角与豌豆', name: '陈梅', text: '连翘花开时种豌豆。', note: '请让我看看' },
  zh: {
    top: 'Winter garden',
    below: 'Beans and peas',
    name: 'Mei Chen',
    text: 'Plant peas when the forsythia blooms.',
    note: 'Let me read it',
  },
} as const;

/** Paths whose pages hold such words, for someone whose documents and colleagues have them. */
async function plant(lng: 'en' | 'zh'): Promise<{ ada: Person; paths: string[] }> {
  const { top, below, name, text, note } = WORDS[lng];
  const [ada, mei, ben] = [
    await newPerson(stage.server, 'ada'),
    await newPerson(stage.server, 'mei'),
    await newPerson(stage.server, 'ben'),
  ];
  for (const person of [mei, ben]) {
    await person.page.post('/settings', { intent: 'profile', displayName: name, username: '' });
  }
  const { id } = await makeDocument(ada, { title: top, content: text });
  const { id: inside } = await makeDocument(ada, { title: below, content: `## ${below}\n\n${text}`, parentId: id });
  await share(ada, id, mei.email, 'EDIT');
  await mei.api.post(`/api/documents/${inside}/comments`, { body: text, quote: text });
  await mei.api.patch(`/api/documents/${inside}`, { content: `${text}\n\n${text}` });
  const { id: closed } = await makeDocument(ada, { title: below });
  await ben.page.post(`/doc/${closed}`, { intent: 'request-access', message: note });
  const { id: theirs } = await makeDocument(mei, { title: top });
  await share(mei, theirs, ada.email, 'READ');
  const document = `/doc/${inside}`;
  const found = `/search?keyword=${encodeURIComponent(text.slice(0, 5))}`;
  const rest = ['', '/share', '/history', '/activity', '/files', '?move'].map((each) => document + each);
  const paths = ['/', '/inbox', '/shared', found, `/people/${mei.id}`, ...rest, `/doc/${closed}/share`];
  return { ada, paths };
}

/** Returns texts with one of the words that are not marked with their language, and how many are there. */
const unmarked = (page: Page, words: string[], lng: string) =>
  page.evaluate(
    ([wanted, language]) => {
      const wrong: string[] = [];
      let count = 0;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        if (!wanted.some((word) => textContent!.includes(word)) || parentElement!.closest('script, textarea')) continue;
        count += 1;
        const isForeign = parentElement!.closest('[lang]')!.getAttribute('lang') !== language;
        if (!isForeign) wrong.push(`${parentElement!.outerHTML.slice(0, 160)}`);
      }
      return { wrong, count };
    },
    [words, lng] as const,
  );

it.each(['en', 'zh'] as const)('marks every foreign title, name and passage of a page in %s', async (lng) => {
  const { ada, paths } = await plant(lng);
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false, lng });
  const kept = [...ada.browser.cookies].filter(([name]) => name !== 'i18next');
  await context.addCookies(
    [...kept, ['i18next', lng]].map(([name, value]) => ({ name: name!, value: value!, url: stage.server.url })),
  );
  const all: string[] = [];
  for (const path of paths) {
    await page.goto(stage.server.url + path);
    const { wrong, count } = await unmarked(page, Object.values(WORDS[lng]), lng);
    all.push(...wrong.map((markup) => `${path}: ${markup}`));
    expect(count, path).toBeGreaterThan(path === '/inbox' ? 3 : 1);
  }
  expect(all).toEqual([]);
  await context.close();
});
