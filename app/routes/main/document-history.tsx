import { z } from 'zod';
import { HistoryPage } from '#app/features/history/history-page.tsx';
import { OldVersionPage } from '#app/features/history/old-version-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { revisionQuery } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { comparePages, pageOf } from '#app/services/documents/compare-pages.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import {
  compareKept,
  findRevisionAt,
  getRevision,
  listRevisions,
  type RevisionDetail,
  type RevisionEntry,
  restoreRevision,
} from '#app/services/documents/history.ts';
import type { Route } from './+types/document-history';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { docId } = params;
  const [given, chosen] = [
    url.searchParams.get('from'),
    url.searchParams.get('to') ?? url.searchParams.get('revision'),
  ];
  for (const id of [docId, given, chosen]) if (id !== null) requireIdOfPage(id);
  const access = await orErrorPage(getAccess(actor, docId));
  const query = revisionQuery.parse(Object.fromEntries(url.searchParams));
  const [document, revisions] = await Promise.all([
    getEntry(actor, access),
    withinPages(query, (asked) => listRevisions(actor, access, asked)),
  ]);
  const since = Number(url.searchParams.get('since'));
  const from = given ?? (since > 0 ? await findRevisionAt(access, since) : null);
  const wanted = chosen ?? revisions.items[0]?.id;
  if (!wanted) return { document, revisions, isFolded: query.folded, shown: null, restores: null };
  const { revision, before } = await orErrorPage(getRevision(actor, access, wanted));
  const other = from === null ? null : (await orErrorPage(getRevision(actor, access, from))).revision;
  const { content, ...entry } = revision;
  const old = other ?? before;
  if (url.searchParams.get('view') === 'page') {
    const body = localizedBody(context, await pageOf(actor, content), false);
    const opened = { revision: entry, ...body, canRestore: access.can.edit };
    return { document, revisions, opened, shown: null, restores: null };
  }
  const changes = await compareKept(actor, old?.content ?? '', content);
  const parts = await comparePages(actor, old?.content ?? '', content);
  const page = parts?.map(({ kind, html }) => ({ kind, ...localizedBody(context, html, false) })) ?? null;
  const isCurrent = query.page === 1 && revisions.items[0]?.id === entry.id;
  return {
    document,
    revisions,
    isFolded: query.folded,
    shown: { to: entry, from: other && withoutText(other), changes, page, titleBefore: old?.title ?? null },
    restores: access.can.edit ? restorable(isCurrent, entry.id, old?.id ?? null) : null,
  };
}

/** Chooses the revision that the page offers to restore: the shown one, or beside the current text the older one. */
function restorable(isCurrent: boolean, shownId: string, olderId: string | null) {
  if (!isCurrent) return { id: shownId, isOlder: false };
  return olderId === null || olderId === shownId ? null : { id: olderId, isOlder: true };
}

const withoutText = ({ content: _, ...entry }: RevisionDetail): RevisionEntry => entry;

export const action = pageAction({
  restore: intent({
    limit: perPerson('documentWrite'),
    schema: z.object({ revisionId: id() }),
    run: async ({ actor, input, params, context }) => {
      await restoreRevision(actor, params.docId ?? '', input.revisionId);
      return redirectWithToast(context, `/doc/${params.docId}`, { key: 'revisionRestored' });
    },
  }),
});

export default function DocumentHistoryRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.opened) return <OldVersionPage {...loaderData} opened={loaderData.opened} />;
  return <HistoryPage {...loaderData} isFolded={loaderData.isFolded ?? false} />;
}
