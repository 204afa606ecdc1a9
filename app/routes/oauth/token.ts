import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { readForm } from '#app/http/forms/form-body.ts';
import { namesOf, oauthAnswer, oauthFailure, oauthRefusal } from '#app/http/oauth/oauth-answer.ts';
import { tokenRequest } from '#app/schemas/oauth.ts';
import { redeemCode } from '#app/services/oauth/authorization-codes.ts';

/** Exchanges an authorization code for an access token (RFC 6749 §4.1.3, with PKCE). */
async function answer({ request, context }: ActionFunctionArgs): Promise<Response> {
  try {
    if (request.method !== 'POST') throw new AppError('methodNotAllowed');
    const form = Object.fromEntries(await readForm(request));
    await perAddress('codeCheck')({ actor: null, context });
    if (form.grant_type !== 'authorization_code') {
      return oauthFailure('unsupported_grant_type', 'grant_type must be authorization_code');
    }
    const parsed = tokenRequest.safeParse(form);
    if (!parsed.success) return oauthFailure('invalid_request', namesOf(parsed.error));
    const issued = await redeemCode(parsed.data);
    if (!issued) return oauthFailure('invalid_grant', 'the code is wrong, used or expired');
    const { token, scope, seconds } = issued;
    return oauthAnswer({ access_token: token, token_type: 'Bearer', expires_in: seconds, scope });
  } catch (error) {
    return oauthRefusal(error);
  }
}

export const loader = answer;
export const action = answer;
