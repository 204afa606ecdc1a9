import type { RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { openedDocument } from '#app/http/page-state/opened-document.ts';
import { cookiesContext, ownCookie, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { id } from '#app/schemas/text.ts';
import type { Actor } from '#app/services/actor.ts';
import { getOpenBranches, type OpenBranches, type Siblings } from '#app/services/documents/open-branches.ts';

const OPENED_MAX = 50;
/** The branches a reader has opened, on every page until they close them; ids alone. */
const COOKIE = 'arbor_tree';

type Context = Readonly<RouterContextProvider>;
/** `branches` is JSON of OpenBranches: as one string, rows cost React Router's encoder nothing each. */
export type TreeState = { branches: string; currentId: string | null };

/**
 * The tree as a page shows it: the branch of the current document, and those the reader opened (`?open=a.b`), which are
 * remembered. `?close=a.b` forgets them, and closes here what stands open on the way to the current document.
 * `?level=ID.2` (`root.2`) turns a long level to its third page.
 */
export async function findOpenBranches(
  context: Context,
  actor: Actor,
  docId: string | undefined,
  query: URLSearchParams,
): Promise<TreeState> {
  const closed = idsIn(query.get('close'));
  const opened = rememberOpened(context, idsIn(query.get('open')), closed);
  const current = docId ? await currentPath(context, actor, docId) : null;
  const branches = await getOpenBranches(actor, {
    path: current?.path ?? [],
    isOwner: current?.isOwner ?? true,
    opened,
    closed,
    turned: turnedLevel(query.get('level')),
  });
  return { branches: JSON.stringify(branches satisfies OpenBranches), currentId: docId ?? null };
}

/** Remembers what was opened and closed where the page itself does not load again. */
export function rememberBranches(context: Context, query: URLSearchParams): void {
  rememberOpened(context, idsIn(query.get('open')), idsIn(query.get('close')));
}

function idsIn(text: string | null | undefined): string[] {
  const ids = (text ?? '').split('.').filter((each) => id().safeParse(each).success && !each.includes(';'));
  return [...new Set(ids)].slice(0, OPENED_MAX);
}

/** What is open from now on: the newest first to stay where there are too many. */
function rememberOpened(context: Context, opening: string[], closing: string[]): string[] {
  const cookies = context.get(cookiesContext);
  const known = idsIn(cookies.get(ownCookie(COOKIE)));
  const opened = [...new Set([...opening, ...known])].filter((each) => !closing.includes(each)).slice(0, OPENED_MAX);
  if (opened.join('.') === known.join('.')) return opened;
  if (opened.length > 0) cookies.set(ownCookie(COOKIE), opened.join('.'), { maxAge: YEAR_SECONDS });
  else cookies.clear(ownCookie(COOKIE));
  return opened;
}

function turnedLevel(text: string | null): Siblings | null {
  const [, parent, page] = /^([^.]+)\.(\d{1,6})$/.exec(text ?? '') ?? [];
  if (!parent || !page || (parent !== 'root' && !id().safeParse(parent).success)) return null;
  return { parentId: parent === 'root' ? null : parent, page: Number(page) };
}

async function currentPath(context: Context, actor: Actor, docId: string) {
  try {
    const { access, id: currentId, title, icon } = await openedDocument(context, actor, docId);
    if (access.isArchived) return null;
    return { path: [...access.path, { id: currentId, title, icon }], isOwner: access.isOwner };
  } catch (error) {
    // The page itself says that there is nothing to see; the tree is shown without a current branch.
    if (error instanceof AppError) return null;
    throw error;
  }
}
