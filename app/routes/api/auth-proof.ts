import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireSessionId } from '#app/http/session/proof.ts';
import { proofAgain } from '#app/schemas/settings.ts';
import { proveAgain } from '#app/services/sign-in/prove-again.ts';

const { answer } = endpoint({
  POST: signedIn({
    needsSession: true,
    input: proofAgain,
    run: async ({ actor, input, context }) => {
      await proveAgain(actor, requireSessionId(context), input);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
