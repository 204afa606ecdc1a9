import { redirect } from 'react-router';
import { InboxPage } from '#app/features/inbox/inbox-page.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { isFollowedLink } from '#app/http/request/followed-link.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { inboxQuery, readForm, rewatchForm, unwatchForm } from '#app/schemas/notifications.ts';
import { findOwnMailRefusal } from '#app/services/mail/mail-refusal.ts';
import { followNotification } from '#app/services/notifications/follow-notification.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import type { Route } from './+types/inbox';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { filter, page, limit, follow } = inboxQuery.parse(Object.fromEntries(url.searchParams));
  if (follow !== undefined) {
    // A link, so that it opens in tabs and without scripts. The GET changes only the person's own read mark, and only
    // if they follow it from here: prefetching, pictures and other sites mark nothing.
    throw redirect((await followNotification(actor, follow, isFollowedLink(request))) ?? '/inbox', 303);
  }
  const [listed, refusal] = await Promise.all([
    withinPages({ unread: filter === 'unread', page, limit }, (asked) => listNotifications(actor, asked)),
    findOwnMailRefusal(actor),
  ]);
  return { filter, listed, refusedAddress: refusal?.email ?? null };
}

export const action = pageAction({
  read: intent({
    schema: readForm,
    run: async ({ actor, input, context, url }) => {
      await markRead(actor, { ids: [input.id] });
      return redirectWithToast(context, `/inbox${url.search}`, { key: 'markedRead' });
    },
  }),
  unwatch: intent({
    schema: unwatchForm,
    run: async ({ actor, input, context, url }) => {
      const { title, before } = await watchDocument(actor, input.docId, 'off');
      const fields = { docId: input.docId, watch: before === 'off' ? 'none' : before };
      const undo = { action: `/inbox${url.search}`, intent: 'rewatch', fields };
      return redirectWithToast(context, `/inbox${url.search}`, { key: 'unwatched', values: { title }, undo });
    },
  }),
  rewatch: intent({
    schema: rewatchForm,
    run: async ({ actor, input, context, url }) => {
      const { title } = await watchDocument(actor, input.docId, input.watch);
      return redirectWithToast(context, `/inbox${url.search}`, { key: 'watchingAgain', values: { title } });
    },
  }),
  'read-all': intent({
    run: async ({ actor, context, url }) => {
      await markRead(actor, 'all');
      return redirectWithToast(context, `/inbox${url.search}`, { key: 'markedRead' });
    },
  }),
});

export default function Inbox({ loaderData }: Route.ComponentProps) {
  return <InboxPage {...loaderData} />;
}
