import type { ActionFunctionArgs } from 'react-router';
import { oauthAnswer, oauthRefusal } from '#app/http/oauth/oauth-answer.ts';
import { parseClientFields, readClientForm } from '#app/http/oauth/read-client-form.ts';
import { revocationRequest } from '#app/schemas/oauth.ts';
import { revokeClientToken } from '#app/services/oauth/end-connection.ts';

/** Revokes the tokens of a client (RFC 7009). Answers alike for tokens that are unknown or of someone else. */
async function answer({ request }: ActionFunctionArgs): Promise<Response> {
  try {
    const asked = parseClientFields(revocationRequest, await readClientForm(request));
    if (asked instanceof Response) return asked;
    await revokeClientToken(asked);
    return oauthAnswer({});
  } catch (error) {
    return oauthRefusal(error);
  }
}

export const loader = answer;
export const action = answer;
