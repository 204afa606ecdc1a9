import { data, redirect } from 'react-router';
import { AppError } from '#app/errors.ts';
import { ConsentForm, WrongRequest } from '#app/features/accounts/consent.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { clientRedirect, proposedScope, readAuthorization } from '#app/http/oauth/authorization.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { consent } from '#app/schemas/oauth.ts';
import { issueAuthorizationCode } from '#app/services/oauth/authorization-codes.ts';
import type { Route } from './+types/authorize';

/** Asks for consent to an OAuth client (contract §10: OAuth 2.1). */
export async function loader({ context, url, request }: Route.LoaderArgs) {
  const asked = readAuthorization(url, originOf(request));
  if (!asked) return data(null, { status: 400 });
  const actor = requireActor(context, url);
  const { client, request: wanted } = asked;
  const address = new URL(wanted.redirect_uri);
  return {
    client: client.name,
    host: address.host || address.protocol,
    email: actor.email,
    scope: proposedScope(asked),
  };
}

export const action = pageAction({
  allow: intent({
    needsProof: true,
    schema: consent,
    run: async ({ actor, input, url, request, context }) => {
      const origin = originOf(request);
      const asked = readAuthorization(url, origin);
      const { session } = context.get(sessionContext);
      if (!asked || !session) throw new AppError('badRequest');
      const { client_id: clientId, redirect_uri: address, code_challenge: challenge } = asked.request;
      const allowed = { clientId, address, challenge, scope: input.scope, sessionId: session.sessionId };
      const code = await issueAuthorizationCode(actor, allowed);
      return redirect(clientRedirect(asked, origin, { code }), 303);
    },
  }),
  deny: intent({
    run: async ({ url, request }) => {
      const origin = originOf(request);
      const asked = readAuthorization(url, origin);
      if (!asked) throw new AppError('badRequest');
      return redirect(clientRedirect(asked, origin, { error: 'access_denied' }), 303);
    },
  }),
});

export default function Authorize({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ConsentForm {...loaderData} /> : <WrongRequest />;
}
