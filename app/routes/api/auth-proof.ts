import { AppError } from '#app/errors.ts';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { proofAgain } from '#app/schemas/settings.ts';
import { proveAgain } from '#app/services/sign-in/prove-again.ts';

const { answer } = endpoint({
  POST: signedIn({
    guard: async ({ context }) => {
      // Tokens have no session to prove.
      if (!context.get(sessionContext).session) throw new AppError('permissionDenied');
    },
    input: proofAgain,
    run: async ({ actor, input, context }) => {
      await proveAgain(actor, context.get(sessionContext).session!.sessionId, input);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
