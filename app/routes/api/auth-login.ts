import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { clientOf } from '#app/http/sign-in/client.ts';
import { signInBrowser } from '#app/http/sign-in/sign-in-response.ts';
import { signIn as fields } from '#app/schemas/accounts.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';

const { answer } = endpoint({
  POST: anyone({
    input: fields,
    run: async ({ input, context, request }) => {
      const entry = await signIn(input, clientOf(request, context));
      if ('twoFactor' in entry) return { tempId: entry.tempId, twoFactor: true };
      await signInBrowser(context, entry);
      return { user: entry.user };
    },
  }),
});

export const loader = answer;
export const action = answer;
