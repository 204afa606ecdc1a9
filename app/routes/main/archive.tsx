import { redirect } from 'react-router';
import { z } from 'zod';
import { ArchiveEmptying, ArchiveList } from '#app/features/home/archive-list.tsx';
import { ListPage } from '#app/features/shell/list-page.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { paging } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import { requireDeletable, restoreDocument } from '#app/services/documents/archive-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { countArchived, listArchive } from '#app/services/documents/home-lists.ts';
import { listArchivedWriters } from '#app/services/takeouts/list-writers.ts';
import type { Route } from './+types/archive';

const which = z.object({ docId: id() });

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const archive = await withinPages(paging.parse(Object.fromEntries(url.searchParams)), (asked) =>
    listArchive(actor, asked),
  );
  const confirms = url.searchParams.get('confirm') === 'empty';
  const writers = confirms ? await listArchivedWriters(actor) : [];
  return { archive, count: await countArchived(actor), confirms, writers };
}

export const action = pageAction({
  restore: intent({
    schema: which,
    run: async ({ actor, input, context }) => {
      const { title, id: docId } = await restoreDocument(actor, input.docId);
      return redirectWithToast(context, `/doc/${docId}`, { key: 'restored', values: { title } });
    },
  }),
  delete: intent({
    schema: which,
    run: async ({ actor, input }) => {
      const { id: docId } = await requireDeletable(actor, input.docId);
      return redirect(`/doc/${docId}?confirm=delete`, 303);
    },
  }),
  empty: intent({
    run: async ({ actor, context, url }) => {
      if (url.searchParams.get('confirm') !== 'empty') return redirect('/archive?confirm=empty', 303);
      const count = await emptyArchive(actor);
      return redirectWithToast(context, '/archive', { key: 'emptied', values: { count } });
    },
  }),
});

export default function Archive({ loaderData: { archive, count, confirms, writers } }: Route.ComponentProps) {
  const t = useTexts();
  if (confirms && count > 0) return <ArchiveEmptying count={count} writers={writers} />;
  return (
    <ListPage
      title={t('tree.archive')}
      text={t('archive.text')}
      paged={archive}
      icon="archive"
      empty={<p>{t('empty.archive')}</p>}
    >
      <ArchiveList items={archive.items} />
    </ListPage>
  );
}
