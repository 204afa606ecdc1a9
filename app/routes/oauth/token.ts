import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { isResource } from '#app/http/oauth/authorization.ts';
import { oauthAnswer, oauthFailure, oauthRefusal } from '#app/http/oauth/oauth-answer.ts';
import { parseClientFields, readClientForm } from '#app/http/oauth/read-client-form.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import { renewalRequest, tokenRequest } from '#app/schemas/oauth.ts';
import { redeemAuthorizationCode } from '#app/services/oauth/authorization-codes.ts';
import type { IssuedToken } from '#app/services/oauth/connect-client.ts';
import { renewConnection } from '#app/services/oauth/renew-connection.ts';

type Fields = Awaited<ReturnType<typeof readClientForm>>;

/** Exchanges an authorization code (RFC 6749 §4.1.3, with PKCE) or a refresh token (§6) for tokens. */
async function answer({ request, context }: ActionFunctionArgs): Promise<Response> {
  try {
    const fields = await readClientForm(request);
    const { grant_type: grant, resource } = fields;
    if (typeof resource === 'string' && !isResource(resource, originOf(request))) {
      return oauthFailure('invalid_target', 'the resource is not of this server');
    }
    if (grant === 'refresh_token') return await renew(fields);
    // Refresh tokens are limited by connection: many people may share the address of one hosted client.
    await perAddress('codeCheck')({ actor: null, context });
    if (grant === 'authorization_code') return await redeem(fields);
    if (grant === undefined) return oauthFailure('invalid_request', 'wrong or missing: grant_type');
    return oauthFailure('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
  } catch (error) {
    return oauthRefusal(error);
  }
}

async function redeem(fields: Fields): Promise<Response> {
  const asked = parseClientFields(tokenRequest, fields);
  if (asked instanceof Response) return asked;
  const issued = await redeemAuthorizationCode(asked).catch((error) => {
    if (error instanceof AppError && error.error === 'validationFailed') return 'full' as const;
    throw error;
  });
  if (issued === 'full') return oauthFailure('invalid_request', 'the account has too many tokens: revoke one');
  return issued ? tokenAnswer(issued) : oauthFailure('invalid_grant', 'the code is wrong, used or expired');
}

async function renew(fields: Fields): Promise<Response> {
  const asked = parseClientFields(renewalRequest, fields);
  if (asked instanceof Response) return asked;
  const issued = await renewConnection(asked);
  if (issued === 'invalid_scope') return oauthFailure(issued, 'the scope exceeds what the person allowed');
  if (issued === 'invalid_grant') return oauthFailure(issued, 'the refresh token is wrong, used, expired or revoked');
  return tokenAnswer(issued);
}

const tokenAnswer = ({ token, refreshToken, scope, seconds }: IssuedToken): Response =>
  oauthAnswer({
    access_token: token,
    token_type: 'Bearer',
    expires_in: seconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope,
  });

export const loader = answer;
export const action = answer;
