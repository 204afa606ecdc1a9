import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteOpening } from '#app/address/opening-path.ts';
import { createDocumentCommands } from '#app/browser/document-commands.ts';
import { translator } from '#app/i18n/translations.ts';
import { getToasts, removeToast } from '#app/ui/toasts.ts';

const navigate = vi.fn(async () => undefined);
const revalidate = vi.fn(async () => undefined);
const commands = createDocumentCommands({
  t: translator('en'),
  navigate,
  revalidate,
  show: async (_, send) => void (await send()),
});
const garden = { id: 'garden', title: 'Garden' };
let meanwhile = () => {};

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/doc/garden' });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async () => {
    meanwhile();
    return Response.json({ statusCode: 0, message: '', data: { id: 'new', title: 'New' } });
  });
});
afterEach(() => {
  meanwhile = () => {};
  noteOpening(null);
  removeToast();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const ACTIONS = [
  ['create', () => commands.create(null), '/doc/new/edit', 'Created “Untitled”'],
  ['duplicate', () => commands.duplicate(garden), '/doc/new', 'Duplicated “Garden”'],
  ['takeCopy', () => commands.takeCopy(garden), '/doc/new', undefined],
] as const;

test.each(ACTIONS)('%s opens the new document', async (_, run, path) => {
  await run();
  expect(navigate).toHaveBeenCalledExactlyOnceWith(path);
});

test.each([
  ['has been opened', () => vi.stubGlobal('location', { pathname: '/doc/shed' })],
  ['is being opened', () => noteOpening('/doc/shed')],
])('if another page %s, it stays: a toast offers the new document', async (_, open) => {
  for (const [, run, path, title] of ACTIONS) {
    vi.stubGlobal('location', { pathname: '/doc/garden' });
    noteOpening(null);
    meanwhile = open;
    await run();
    expect(navigate).not.toHaveBeenCalled();
    const [toast] = getToasts();
    if (title) expect(toast?.title).toBe(title);
    expect(toast?.action?.label).toBe('Open');
    toast?.action?.run();
    expect(navigate).toHaveBeenCalledExactlyOnceWith(path);
    navigate.mockClear();
  }
});

test('archiving leaves the page only if it is still there, and Undo returns to it only then', async () => {
  await commands.archive(garden, '/');
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/');
  navigate.mockClear();
  meanwhile = () => vi.stubGlobal('location', { pathname: '/doc/shed' });
  vi.stubGlobal('location', { pathname: '/doc/garden' });
  await commands.archive(garden, '/');
  expect(revalidate).toHaveBeenCalledOnce();
  revalidate.mockClear();
  getToasts()[0]?.action?.run();
  await vi.waitFor(() => expect(revalidate).toHaveBeenCalledOnce());
  expect(navigate).not.toHaveBeenCalled();
});
