import { redirect } from 'react-router';
import { RetryForm } from '#app/features/shell/retry-form.tsx';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { signOutBrowser } from '#app/http/sign-in/sign-in-response.ts';
import type { Route } from './+types/logout';

// In middleware, as a loader would also run after a refused form and replace its page.
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }, next) => {
    if (request.method === 'GET') throw redirect('/');
    return next();
  },
];

export const action = pageAction({
  logout: openIntent({
    run: async ({ context }) => {
      await signOutBrowser(context);
      return redirectWithToast(context, '/', { key: 'signedOut' });
    },
  }),
});

export default RetryForm;
