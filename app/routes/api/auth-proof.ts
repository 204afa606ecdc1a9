import { AppError } from '#app/errors.ts';
import { type Call, endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { proofAgain } from '#app/schemas/settings.ts';
import { proveAgain } from '#app/services/sign-in/prove-again.ts';

/** Returns the id of the session to prove. Throws `permissionDenied` for tokens, which have none. */
function sessionOf(context: Call<unknown, unknown>['context']): string {
  const { session } = context.get(sessionContext);
  if (!session) throw new AppError('permissionDenied');
  return session.sessionId;
}

const { answer } = endpoint({
  POST: signedIn({
    guard: async ({ context }) => sessionOf(context),
    input: proofAgain,
    run: async ({ actor, input, context }) => {
      await proveAgain(actor, sessionOf(context), input);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
