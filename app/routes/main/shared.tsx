import { DocumentList } from '#app/features/home/document-list.tsx';
import { BlockSection } from '#app/features/sharing/block-section.tsx';
import { ListPage } from '#app/features/shell/list-page.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { emailOnly } from '#app/schemas/accounts.ts';
import { paging } from '#app/schemas/documents.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import { listShared } from '#app/services/documents/home-lists.ts';
import { type BlockedPerson, blockPerson, listBlocked, unblockPerson } from '#app/services/shares/block-person.ts';
import type { Route } from './+types/shared';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const query = paging.parse(Object.fromEntries(url.searchParams));
  const [shared, blocked] = await Promise.all([
    withinPages(query, (asked) => listShared(actor, asked)),
    listBlocked(actor),
  ]);
  return { shared, owners: ownersOf(shared.items), blocked };
}

/** Lists the owners of the listed documents, each once. Deleted accounts need no blocking. */
function ownersOf(items: DocumentEntry[]): BlockedPerson[] {
  const owners = new Map<string, BlockedPerson>();
  for (const { owner } of items) {
    const { email, displayName } = owner;
    if (email !== null) owners.set(email, { email, displayName });
  }
  return [...owners.values()];
}

export const action = pageAction({
  block: intent({
    schema: emailOnly,
    run: async ({ actor, input, context }) => {
      await blockPerson(actor, input.email);
      return redirectWithToast(context, '/shared', { key: 'blocked', values: { email: input.email } });
    },
  }),
  unblock: intent({
    schema: emailOnly,
    run: async ({ actor, input, context }) => {
      await unblockPerson(actor, input.email);
      return redirectWithToast(context, '/shared', { key: 'unblocked', values: { email: input.email } });
    },
  }),
});

export default function Shared({ loaderData: { shared, owners, blocked } }: Route.ComponentProps) {
  const t = useTexts();
  const people = <BlockSection owners={owners} blocked={blocked} />;
  const empty = (
    <>
      <p>{t('empty.shared')}</p>
      {people}
    </>
  );
  return (
    <ListPage title={t('tree.shared')} paged={shared} icon="share" empty={empty}>
      <DocumentList items={shared.items} />
      {people}
    </ListPage>
  );
}
