import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor }) => getAccount(actor) }),
});

export const loader = answer;
export const action = answer;
