import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { bindRequester } from '#app/http/request/requester-cookies.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { emailOnly } from '#app/schemas/accounts.ts';
import { requestPasswordReset } from '#app/services/sign-in/send-code.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('mailFromAddress'),
    input: emailOnly,
    run: async ({ input, context }) => {
      await requestPasswordReset(input.email, getLanguage(context), bindRequester(context, 'reset-password'));
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
