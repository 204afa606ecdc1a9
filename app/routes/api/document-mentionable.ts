import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { listMentionableAndKnown } from '#app/services/comments/list-mentionable.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor, ids }) => listMentionableAndKnown(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
