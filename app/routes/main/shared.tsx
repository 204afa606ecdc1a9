import { DocumentList } from '#app/components/document-list.tsx';
import { ListPage } from '#app/components/list-page.tsx';
import { requireActor } from '#app/http/require-actor.ts';
import { pageQuery } from '#app/schemas/documents.ts';
import { listShared } from '#app/services/documents/home-lists.ts';
import { useTexts } from '#app/ui/use-texts.ts';
import type { Route } from './+types/shared';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  return listShared(actor, pageQuery.parse(Object.fromEntries(url.searchParams)));
}

export default function Shared({ loaderData }: Route.ComponentProps) {
  const t = useTexts();
  return (
    <ListPage title={t('tree.shared')} paged={loaderData} empty={<p>{t('empty.shared')}</p>}>
      <DocumentList items={loaderData.items} />
    </ListPage>
  );
}
