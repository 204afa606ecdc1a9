import { redirect } from 'react-router';
import { RetryForm } from '#app/components/retry-form.tsx';
import { openIntent, pageAction } from '#app/http/page-action.ts';
import { signOutBrowser } from '#app/http/sign-in-browser.ts';

export const loader = () => redirect('/');

export const action = pageAction({
  logout: openIntent({
    run: async ({ context }) => {
      await signOutBrowser(context);
      return redirect('/', 303);
    },
  }),
});

export default RetryForm;
