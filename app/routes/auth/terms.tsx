import { PageError } from '#app/features/errors/page-error.tsx';
import { AccountDeletion } from '#app/features/settings/account-deletion.tsx';
import { TermsPage } from '#app/features/terms/terms-page.tsx';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { proveFirst } from '#app/http/session/proof.ts';
import { orErrorPage } from '#app/http/session/require-actor.ts';
import { findActor } from '#app/http/session/session.ts';
import { termsFirstContext } from '#app/http/session/terms-gate.ts';
import { confirmsDeletion } from '#app/http/sign-in/confirms-deletion.ts';
import { leavingIntents } from '#app/http/sign-in/leaving-intents.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { termsChoice } from '#app/schemas/accounts.ts';
import { listWritersUnder } from '#app/services/takeouts/list-writers.ts';
import { acceptTerms, listAcceptances } from '#app/services/terms/accept-terms.ts';
import { getTerms } from '#app/services/terms/current-terms.ts';
import type { Route } from './+types/terms';

const wantedOf = (url: URL) => safePath(url.searchParams.get('redirectTo'));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { version, html } = await orErrorPage(Promise.resolve().then(() => getTerms(getLanguage(context))));
  const actor = findActor(context);
  if (actor) await proveFirst(context, actor, url);
  const isAsked = context.get(termsFirstContext);
  const accepted = actor ? (await listAcceptances(actor.id)).find((each) => each.version === version) : undefined;
  return {
    version,
    ...localizedBody(context, html, false),
    isAsked,
    acceptedAt: accepted?.acceptedAt ?? null,
    wanted: wantedOf(url),
    deletion: actor && isAsked && confirmsDeletion(url) ? await listWritersUnder(actor.id) : null,
  };
}

export const action = pageAction({
  accept: intent({
    schema: termsChoice,
    run: async ({ actor, input, context, url }) => {
      await acceptTerms(actor, input.terms);
      return redirectWithToast(context, wantedOf(url), { key: 'termsAccepted' });
    },
  }),
  ...leavingIntents,
});

export default function TermsRoute({ loaderData: { deletion, ...terms } }: Route.ComponentProps) {
  return deletion ? <AccountDeletion writers={deletion} page="/terms" /> : <TermsPage {...terms} />;
}

export const ErrorBoundary = PageError;
