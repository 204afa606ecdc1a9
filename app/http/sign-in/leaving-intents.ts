import { redirect } from 'react-router';
import { config } from '#app/config.server.ts';
import { intent } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { confirmsDeletion } from '#app/http/sign-in/confirms-deletion.ts';
import { signOutBrowser } from '#app/http/sign-in/sign-in-response.ts';
import { accountDeletion, proofPath } from '#app/schemas/settings.ts';
import { deleteAccount } from '#app/services/administration/delete-account.ts';

/** Intents of pages on which people export their data or delete their account. */
export const leavingIntents = {
  prove: intent({
    needsProof: true,
    schema: proofPath,
    run: async ({ input }) => redirect(safePath(input.redirectTo), 303),
  }),
  'account-delete': intent({
    needsProof: () => !config().passwordSignIn,
    schema: accountDeletion,
    run: async ({ actor, input, context, url }) => {
      if (!confirmsDeletion(url)) return redirect(`${url.pathname}?confirm=account-delete`, 303);
      await deleteAccount(actor, input.password);
      await signOutBrowser(context);
      return redirectWithToast(context, '/', { key: 'accountDeleted' });
    },
  }),
};
