import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { readJsonObject } from '#app/http/api/json-body.ts';
import { namesOf, oauthAnswer, oauthFailure, oauthRefusal } from '#app/http/oauth/oauth-answer.ts';
import { clientRegistration } from '#app/schemas/oauth.ts';
import { registerClient } from '#app/services/oauth/clients.ts';

/** Registers a client (RFC 7591). Open to everyone, as a client id grants nothing before a person consents. */
async function answer({ request }: ActionFunctionArgs): Promise<Response> {
  try {
    if (request.method !== 'POST') throw new AppError('methodNotAllowed');
    const parsed = clientRegistration.safeParse(await readJsonObject(request));
    if (!parsed.success) {
      const isAddress = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
      return oauthFailure(isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata', namesOf(parsed.error));
    }
    const { client_name, redirect_uris, grant_types } = parsed.data;
    const registered = {
      client_id: registerClient(parsed.data),
      client_name,
      redirect_uris,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      grant_types,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    return oauthAnswer(registered, 201);
  } catch (error) {
    return oauthRefusal(error);
  }
}

export const loader = answer;
export const action = answer;
