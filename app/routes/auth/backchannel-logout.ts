import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { readForm } from '#app/http/forms/form-body.ts';
import { oauthAnswer, oauthFailure, oauthRefusal } from '#app/http/oauth/oauth-answer.ts';
import { endAtIssuer } from '#app/services/providers/end-at-issuer.ts';

/** Receives logout tokens of the organisation's issuer (OpenID Connect Back-Channel Logout 1.0 §2.5). */
async function answer({ request, context }: ActionFunctionArgs): Promise<Response> {
  try {
    if (request.method !== 'POST') throw new AppError('methodNotAllowed');
    const token = (await readForm(request)).get('logout_token');
    await perAddress('codeCheck')({ actor: null, context });
    const isEnded = typeof token === 'string' && (await endAtIssuer(token));
    return isEnded ? oauthAnswer({}) : oauthFailure('invalid_request', 'the logout token is not valid');
  } catch (error) {
    return oauthRefusal(error);
  }
}

export const loader = answer;
export const action = answer;
