import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { keepRegistration } from '#app/http/request/registration-cookie.ts';
import { requesterOf } from '#app/http/request/requester-cookies.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { registration } from '#app/schemas/accounts.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('mailFromAddress'),
    input: registration,
    run: async ({ input, context }) => {
      const { email, registrationToken } = await registerAccount(input, getLanguage(context), requesterOf(context));
      keepRegistration(context, registrationToken);
      return { email };
    },
  }),
});

export const loader = answer;
export const action = answer;
