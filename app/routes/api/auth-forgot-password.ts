import { anyone, endpoint } from '#app/http/endpoint.ts';
import { perAddress } from '#app/http/limits.ts';
import { getLanguage } from '#app/http/locale.ts';
import { emailOnly } from '#app/schemas/accounts.ts';
import { requestPasswordReset } from '#app/services/accounts/send-code.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('mailFromAddress'),
    input: emailOnly,
    run: async ({ input, context }) => {
      await requestPasswordReset(input.email, getLanguage(context));
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
