import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { signOutBrowser } from '#app/http/sign-in/sign-in-response.ts';

const { answer } = endpoint({
  POST: anyone({
    run: async ({ context }) => {
      await signOutBrowser(context);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
