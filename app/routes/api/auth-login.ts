import { clientOf } from '#app/http/client-address.ts';
import { anyone, endpoint } from '#app/http/endpoint.ts';
import { perAddress } from '#app/http/limits.ts';
import { signInBrowser } from '#app/http/sign-in-browser.ts';
import { signIn as fields } from '#app/schemas/accounts.ts';
import { signIn } from '#app/services/accounts/sign-in.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('signIn'),
    input: fields,
    run: async ({ input, context, request }) => {
      const entry = await signIn(input, clientOf(request, context));
      if ('twoFactor' in entry) return { tempId: entry.tempId, twoFactor: true };
      await signInBrowser(context, entry.credentials);
      return { user: entry.user };
    },
  }),
});

export const loader = answer;
export const action = answer;
