import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { eventStream } from '#app/http/live/event-stream.ts';

const { answer } = endpoint({
  GET: signedIn({ run: async ({ actor, request, context }) => eventStream(actor, request.signal, context) }),
});

export const loader = answer;
export const action = answer;
