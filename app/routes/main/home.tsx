import { HomeLists } from '#app/features/home/home-lists.tsx';
import { Landing } from '#app/features/home/landing.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast, sortedToast } from '#app/http/page-state/toast.ts';
import { findActor } from '#app/http/session/session.ts';
import { newDocumentForm, paging, sortChildrenForm } from '#app/schemas/documents.ts';
import { restoredOrder } from '#app/schemas/restored-order.ts';
import { importChoice } from '#app/schemas/transfer.ts';
import { withPaths } from '#app/services/access/with-paths.ts';
import { beginDocument } from '#app/services/documents/begin-document.ts';
import { listLatelyShared, listRecent, listStarred, ownsDocuments } from '#app/services/documents/home-lists.ts';
import { restoreOrder } from '#app/services/documents/restore-order.ts';
import { sortChildren } from '#app/services/documents/sort-children.ts';
import { findSample, plantSample } from '#app/services/sample/sample-tree.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import type { Route } from './+types/home';

const SHOWN = 6;

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = findActor(context);
  if (!actor) return null;
  const { page } = paging.parse(Object.fromEntries(url.searchParams));
  const first = { page: 1, limit: SHOWN };
  const [recent, starred, shared, sampleId] = await Promise.all([
    withinPages({ page, limit: SHOWN }, (asked) => listRecent(actor, asked)),
    listStarred(actor, first),
    listLatelyShared(actor, first),
    findSample(actor),
  ]);
  const listed = await withPaths(actor, [...recent.items, ...starred.items]);
  const [items, stars] = [listed.slice(0, recent.items.length), listed.slice(recent.items.length)];
  const isNew = listed.length === 0 && shared.items.length === 0 && !(await ownsDocuments(actor));
  return { recent: { ...recent, items }, starred: stars, shared: shared.items, sampleId, isNew };
}

export const action = pageAction({
  create: intent({
    limit: perPerson('documentWrite'),
    schema: newDocumentForm,
    run: async ({ actor, input, context, t }) => {
      const title = input.title || t('document.untitled');
      const id = await beginDocument(actor, { title, parentId: input.parentId || null, key: input.key });
      return redirectWithToast(context, `/doc/${id}/edit`, { key: 'created', values: { title } });
    },
  }),
  'sort-children': intent({
    limit: perPerson('documentWrite'),
    schema: sortChildrenForm,
    run: async ({ actor, input, context }) => {
      const former = await sortChildren(actor, null, input);
      return redirectWithToast(context, '/', sortedToast('/', former));
    },
  }),
  'sort-undo': intent({
    limit: perPerson('documentWrite'),
    schema: restoredOrder,
    run: async ({ actor, input, context }) => {
      await restoreOrder(actor, null, input.former);
      return redirectWithToast(context, '/', { key: 'sortUndone' });
    },
  }),
  sample: intent({
    limit: perPerson('documentWrite'),
    run: async ({ actor, context, t }) => {
      const id = await plantSample(actor, t);
      return redirectWithToast(context, `/doc/${id}`, { key: 'samplePlanted' });
    },
  }),
  'sample-remove': intent({
    limit: perPerson('documentWrite'),
    schema: importChoice,
    run: async ({ actor, input, context }) => {
      await undoImport(actor, input.importId);
      return redirectWithToast(context, '/', { key: 'sampleRemoved' });
    },
  }),
});

export default function Home({ loaderData }: Route.ComponentProps) {
  return loaderData ? <HomeLists {...loaderData} /> : <Landing />;
}
