import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { AppError } from '#app/errors.ts';
import { sendProblem } from '#app/http/errors/send-problem.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS } from '#app/http/session/session.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { readAccessToken } from '#app/services/sessions/session-tokens.ts';

/**
 * Returns the key of a request: its session, so that people behind one address do not share a limit, else the address.
 */
export async function rateLimitKey(request: Request): Promise<string> {
  const access = parseCookie(request.headers.cookie ?? '')[ownCookie(ACCESS)];
  const sessionId = access ? await readAccessToken(access) : null;
  return sessionId ? `session ${sessionId}` : countedAddress(request.ip);
}

/** Responds with 429 before any expensive work. */
export const overallLimit: RequestHandler = async (request, response, next) => {
  try {
    await consumeLimit('requests', await rateLimitKey(request));
  } catch (error) {
    if (!(error instanceof AppError)) return next(error);
    return sendProblem(request, response, error);
  }
  next();
};
