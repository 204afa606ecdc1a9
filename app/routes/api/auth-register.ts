import { anyone, endpoint } from '#app/http/endpoint.ts';
import { perAddress } from '#app/http/limits.ts';
import { getLanguage } from '#app/http/locale.ts';
import { keepRegistration } from '#app/http/registration-cookie.ts';
import { registration } from '#app/schemas/accounts.ts';
import { registerAccount } from '#app/services/accounts/register-account.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('mailFromAddress'),
    input: registration,
    run: async ({ input, context }) => {
      const { email, registrationToken } = await registerAccount(input, getLanguage(context));
      keepRegistration(context, registrationToken);
      return { email };
    },
  }),
});

export const loader = answer;
export const action = answer;
