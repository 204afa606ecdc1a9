import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { openedDocument } from '#app/http/opened-document.ts';
import type { Actor } from '#app/services/actor.ts';
import { getOpenBranches, type OpenBranches } from '#app/services/documents/open-branches.ts';

const OPENED_MAX = 50;

/** `branches` is JSON of OpenBranches: as one string, rows cost React Router's encoder nothing each. */
export type TreeState = { branches: string; opened: string[]; currentId: string | null };

/** The tree as a page shows it: the branch of the current document, and those the reader opened (`?open=a.b`). */
export async function findOpenBranches(
  context: Readonly<RouterContextProvider>,
  actor: Actor,
  docId: string | undefined,
  open: string | null,
): Promise<TreeState> {
  const opened = (open ?? '')
    .split('.')
    .filter((id) => z.cuid().safeParse(id).success)
    .slice(0, OPENED_MAX);
  const current = docId ? await currentPath(context, actor, docId) : null;
  const branches = await getOpenBranches(actor, {
    path: current?.path ?? [],
    isOwner: current?.isOwner ?? true,
    opened,
  });
  return { branches: JSON.stringify(branches satisfies OpenBranches), opened, currentId: docId ?? null };
}

async function currentPath(context: Readonly<RouterContextProvider>, actor: Actor, docId: string) {
  try {
    const { access, id, title, icon } = await openedDocument(context, actor, docId);
    return access.isArchived ? null : { path: [...access.path, { id, title, icon }], isOwner: access.isOwner };
  } catch (error) {
    // The page itself says that there is nothing to see; the tree is shown without a current branch.
    if (error instanceof AppError) return null;
    throw error;
  }
}
