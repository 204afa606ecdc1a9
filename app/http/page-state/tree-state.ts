import type { RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { openedDocument } from '#app/http/page-state/opened-document.ts';
import { cookiesContext, ownCookie, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { id } from '#app/schemas/text.ts';
import type { Actor } from '#app/services/actor.ts';
import { getOpenBranches, type OpenBranches, type Siblings } from '#app/services/documents/open-branches.ts';

const OPENED_MAX = 50;
/** Cookie with the ids of branches that are open on every page. */
const COOKIE = 'arbor_tree';

type Context = Readonly<RouterContextProvider>;
/** `branches` is JSON of OpenBranches: one string keeps React Router from encoding each row. */
export type TreeState = { branches: string; currentId: string | null };

/**
 * Loads the tree of a page: the branch of the current document and the opened branches (`?open=a.b`), which are
 * remembered. `?close=a.b` closes branches, including ancestors of the current document. `?level=ID.2` (`root.2`) shows
 * the third page of a long level.
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

/** Stores opened and closed branches without a page load. */
export function rememberBranches(context: Context, query: URLSearchParams): void {
  rememberOpened(context, idsIn(query.get('open')), idsIn(query.get('close')));
}

function idsIn(text: string | null | undefined): string[] {
  const ids = (text ?? '').split('.').filter((each) => id().safeParse(each).success && !each.includes(';'));
  return [...new Set(ids)].slice(0, OPENED_MAX);
}

/** Returns the open branches; beyond the limit the newest are kept. */
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
    // The page reports this error itself; the tree has no current branch.
    if (error instanceof AppError) return null;
    throw error;
  }
}
