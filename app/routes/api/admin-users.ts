import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { userQuery } from '#app/schemas/users.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import { listUsers } from '#app/services/administration/list-users.ts';

const { answer } = endpoint({
  GET: signedIn({ input: userQuery, run: ({ actor, input }) => listUsers(viaWeb(actor), input) }),
});

export const loader = answer;
export const action = answer;
