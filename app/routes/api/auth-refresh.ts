import { AppError } from '#app/errors.ts';
import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { clearCredentials, refreshTokenOf, setCredentials } from '#app/http/session/session.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';

const { answer } = endpoint({
  POST: anyone({
    run: async ({ context }) => {
      try {
        const { actor, credentials } = await rotateSession(refreshTokenOf(context) ?? '');
        setCredentials(context, credentials);
        return { user: await getAccount(actor) };
      } catch (error) {
        if (error instanceof AppError && error.error === 'invalidRefreshToken') clearCredentials(context);
        throw error;
      }
    },
  }),
});

export const loader = answer;
export const action = answer;
