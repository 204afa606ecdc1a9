import { DocumentList } from '#app/features/home/document-list.tsx';
import { ListPage } from '#app/features/shell/list-page.tsx';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { paging } from '#app/schemas/documents.ts';
import { withPaths } from '#app/services/access/with-paths.ts';
import { listStarred } from '#app/services/documents/home-lists.ts';
import type { Route } from './+types/starred';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const page = await withinPages(paging.parse(Object.fromEntries(url.searchParams)), (asked) =>
    listStarred(actor, asked),
  );
  return { ...page, items: await withPaths(actor, page.items) };
}

export default function Starred({ loaderData }: Route.ComponentProps) {
  const t = useTexts();
  return (
    <ListPage title={t('tree.starred')} paged={loaderData} icon="star" empty={<p>{t('empty.starred')}</p>}>
      <DocumentList items={loaderData.items} />
    </ListPage>
  );
}
