import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { readList } from '#app/schemas/notifications.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';

const { answer } = endpoint({
  POST: signedIn({
    input: readList,
    run: ({ actor, input }) => markRead(actor, input.all === true ? 'all' : { ids: input.ids ?? [] }),
  }),
});

export const loader = answer;
export const action = answer;
