import { ActivityPage } from '#app/features/activity/activity-page.tsx';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { paging } from '#app/schemas/documents.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { listActivity } from '#app/services/documents/list-activity.ts';
import type { Route } from './+types/document-activity';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const access = await orErrorPage(getAccess(actor, requireIdOfPage(params.docId)));
  const query = paging.parse(Object.fromEntries(url.searchParams));
  const everyone = getTexts(context)('groups.everyone');
  const [{ id, title }, activity] = await Promise.all([
    getEntry(actor, access),
    withinPages(query, (asked) => listActivity(actor, access, { ...asked, everyone })),
  ]);
  return { document: { id, title }, activity };
}

export default function DocumentActivity({ loaderData }: Route.ComponentProps) {
  return <ActivityPage {...loaderData} />;
}
