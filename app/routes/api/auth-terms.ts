import { anyone, endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { termsChoice } from '#app/schemas/accounts.ts';
import { acceptTerms, mustAcceptTerms } from '#app/services/terms/accept-terms.ts';
import { getTerms } from '#app/services/terms/current-terms.ts';

const { answer } = endpoint({
  GET: anyone({
    run: async ({ actor, context }) => {
      const { version, content } = getTerms(getLanguage(context));
      return { version, content, isAccepted: actor ? !(await mustAcceptTerms(actor)) : null };
    },
  }),
  POST: signedIn({
    needsSession: true,
    input: termsChoice,
    run: async ({ actor, input }) => {
      await acceptTerms(actor, input.terms);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
