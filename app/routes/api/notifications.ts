import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { notificationQuery } from '#app/schemas/notifications.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: notificationQuery,
    run: async ({ actor, input }) => {
      const { items, ...page } = await listNotifications(actor, input);
      return { items: items.map(({ title: _title, isOwner: _isOwner, watched: _watched, ...item }) => item), ...page };
    },
  }),
});

export const loader = answer;
export const action = answer;
