import { anyone, endpoint } from '#app/http/endpoint.ts';
import { signOutBrowser } from '#app/http/sign-in-browser.ts';

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
