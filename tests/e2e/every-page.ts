import type { Browser } from 'playwright';
import { unsubscribeUrl, unwatchUrl } from '#app/services/notifications/unsubscribe-link.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { isLong } from '#tests/support/length.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import type { Place } from '#tests/support/server.ts';
import { PNG, upload } from '#tests/support/upload.ts';

export type Seat = 'visitor' | 'owner' | 'reader';
export type Garden = {
  server: Place;
  /** Path of a document with every feature, which the owner shares with the reader. */
  document: string;
  /** Its public link. */
  link: string;
  pages: Record<Seat, string[]>;
  people: Record<Exclude<Seat, 'visitor'>, Person>;
};

const TEXT =
  '# Beds\n\nA [link](https://example.com), `code`, *new*, 中文和*重点*。\n\n- [x] done\n- [ ] open\n\n> [!WARNING]\n> Hot.\n\n$x^2$[^1]\n\n## Two\n\n## Three\n\n[^1]: Note.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\n// why\nlet a = "x";\n```\n';

/** Creates an owner (administrator) with documents of every kind, and a reader of one of them. */
export async function plantGarden(server: Place): Promise<Garden> {
  const owner = await newPerson(server, 'owner', { isAdmin: true });
  const reader = await newPerson(server, 'reader');
  const make = async (title: string, parentId: string | null = null) =>
    (await owner.api.post('/api/documents', { title, content: TEXT, parentId })).body.data.id as string;
  const [garden, secret, old] = [await make('Garden'), await make('Secret'), await make('Old')];
  await make('Beds', garden);
  const { file } = await upload(owner, PNG, { docId: garden });
  const content = `${TEXT}\n![A bed](${file.downloadUrl})\n`;
  await owner.api.patch(`/api/documents/${garden}`, { content, icon: '🌱' });
  await owner.api.post(`/api/documents/${garden}/shares`, { email: reader.email, permission: 'READ' });
  await owner.page.post(`/doc/${garden}`, { intent: 'star' });
  await talk(owner, reader, garden);
  await owner.page.post('/search', { intent: 'search-save', name: 'Chinese', query: 'keyword=中文' });
  await owner.api.post(`/api/documents/${old}/archive`);
  const [document, link] = [`/doc/${garden}`, await makeLink(owner, garden)];
  const ofOwner = [...OF_DOCUMENT.map((rest) => document + rest), `/doc/${old}`, `/doc/${old}?confirm=delete`];
  const ofReader = ['', '/edit', '/history'].map((rest) => document + rest);
  return {
    server,
    document,
    link,
    pages: {
      visitor: [
        ...VISITED,
        new URL(unsubscribeUrl(owner.id, ['comment'])).pathname,
        new URL(unwatchUrl(owner.id, garden)).pathname,
      ],
      owner: [...KEPT, ...ofOwner, `/people/${reader.id}`],
      reader: [...ofReader, `/doc/${secret}`, '/shared', '/archive', '/starred', '/admin/users', '/nope'],
    },
    people: { owner, reader },
  };
}

/** Creates threads of every kind: on a passage, on a deleted passage, resolved, with a reply. */
async function talk(owner: Person, reader: Person, id: string): Promise<void> {
  const say = async (who: Person, fields: object) =>
    (await who.api.post(`/api/documents/${id}/comments`, fields)).body.data.id as string;
  const thread = await say(reader, { body: 'Which *new* one? `code`', quote: 'A link' });
  await owner.api.post(`/api/threads/${thread}/comments`, { body: `[@Reader](/people/${reader.id}): 这个。` });
  await say(owner, { body: 'Gone', quote: 'Words that nobody wrote' });
  await owner.api.post(`/api/threads/${await say(reader, { body: 'Settled' })}/resolve`);
}

const VISITED = [
  '/',
  '/login',
  '/register',
  '/verify?type=register&email=a@example.com',
  '/verify?type=2fa&email=a@example.com',
  '/forgot-password',
  '/reset-password',
  '/auth/github',
  '/auth-callback',
  '/link-account',
  '/oauth/authorize',
  '/api/docs',
  '/help/markdown',
  '/nope',
];
const KEPT = [
  '/',
  '/?tree',
  '/ask',
  '/search',
  '/search?keyword=中文',
  '/search?keyword=nothing-of-it',
  '/starred',
  '/inbox',
  '/groups',
  '/templates',
  '/templates?show=arbor-meeting',
  '/admin/groups',
  '/inbox?filter=all',
  '/archive',
  '/archive?confirm=empty',
  // An id without a copy.
  `/copies/c${'0'.repeat(23)}`,
  '/import',
  '/settings',
  '/admin/users',
  '/admin/audit',
  '/admin/token-usage',
  '/test-sentry',
  '/nope',
];
const OF_DOCUMENT = ['', '?move', '/edit', '/share', '/files', '/history', '/activity', '/ai'];

type Look = {
  lng?: 'en' | 'zh';
  theme?: 'light' | 'dark';
  width?: number;
  javaScriptEnabled?: boolean;
  hasTouch?: boolean;
};

/**
 * Returns all pages in the long form; in the short form every second one, from the `nth` on (0 or 1). A check that runs
 * twice (in two languages, with and without scripts) so visits each page once.
 */
export const everySecond = (pages: string[], nth: 0 | 1 = 0): string[] =>
  pages.filter((_page, at) => isLong || at % 2 === nth);

/** Opens a browser context signed in as a person of the garden. */
export async function takeSeat(browser: Browser, garden: Garden, seat: Seat, look: Look = {}): Promise<Visitor> {
  const { lng = 'en', theme = 'light', width = 1280, javaScriptEnabled = true, hasTouch = false } = look;
  const visitor = await newVisitor(browser, { javaScriptEnabled, lng, width, hasTouch });
  const { url } = garden.server;
  const kept = seat === 'visitor' ? [] : [...garden.people[seat].browser.cookies];
  const looks = [
    ['i18next', lng],
    ['vite-ui-theme', theme],
  ] as const;
  const cookies = [...kept.filter(([name]) => looks.every(([other]) => other !== name)), ...looks];
  await visitor.context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
  return visitor;
}
