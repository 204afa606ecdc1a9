import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { eventStream } from '#app/http/live/event-stream.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: z.object({ age: z.coerce.number().int().min(0).default(0) }),
    run: async ({ actor, input: { age }, request, context }) =>
      eventStream({ actor, age, signal: request.signal, context }),
  }),
});

export const loader = answer;
export const action = answer;
