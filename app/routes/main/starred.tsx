import { DocumentList } from '#app/components/document-list.tsx';
import { ListPage } from '#app/components/list-page.tsx';
import { requireActor } from '#app/http/require-actor.ts';
import { pageQuery } from '#app/schemas/documents.ts';
import { listStarred } from '#app/services/documents/home-lists.ts';
import { useTexts } from '#app/ui/use-texts.ts';
import type { Route } from './+types/starred';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  return listStarred(actor, pageQuery.parse(Object.fromEntries(url.searchParams)));
}

export default function Starred({ loaderData }: Route.ComponentProps) {
  const t = useTexts();
  return (
    <ListPage title={t('tree.starred')} paged={loaderData} empty={<p>{t('empty.starred')}</p>}>
      <DocumentList items={loaderData.items} />
    </ListPage>
  );
}
