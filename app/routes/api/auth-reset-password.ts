import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { clearCredentials } from '#app/http/session/session.ts';
import { passwordReset } from '#app/schemas/accounts.ts';
import { resetPassword } from '#app/services/sign-in/reset-password.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('passwordReset'),
    input: passwordReset,
    run: async ({ input, context }) => {
      await resetPassword(input.tempId, input.password);
      clearCredentials(context);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
