import { createContext, type MiddlewareFunction, redirect } from 'react-router';
import { AppError } from '#app/errors.ts';
import { failure } from '#app/http/errors/envelope.ts';
import { findActor } from '#app/http/session/session.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { mustSetUpFactor } from '#app/services/sign-in/second-factor-rule.ts';

/** True for an account that must set up its second factor first. */
export const setUpFirstContext = createContext<boolean>(false);

/** Route patterns that stay open: the set-up, the proof it may ask for, signing out, and the look of its page. */
const OPEN = ['second-factor', 'auth/:provider', 'auth-callback', 'logout', 'preferences', 'api/auth/logout'];
/** Route patterns that stay open for reading. */
const READABLE = ['api/auth/me'];

/**
 * Closes everything else to an account whose second factor is demanded and missing: pages redirect to the set-up,
 * programs get `permissionDenied`.
 */
export const secondFactorGate: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const actor = findActor(context);
  if (!actor || !(await mustSetUpFactor(actor))) return next();
  context.set(setUpFirstContext, true);
  const route = pattern.replace(/^\//, '');
  if (OPEN.includes(route) || (request.method === 'GET' && READABLE.includes(route))) return next();
  if (isForPrograms(url.pathname)) {
    const refusal = new AppError('permissionDenied', { fields: { factor: [{ key: 'factor.setUpFirst' }] } });
    return failure(refusal, getTexts(context));
  }
  const wanted = request.method === 'GET' ? url.pathname + url.search : '/';
  throw redirect(
    wanted === '/' ? '/second-factor' : `/second-factor?${new URLSearchParams({ redirectTo: wanted })}`,
    303,
  );
};

const isForPrograms = (path: string) => (path.startsWith('/api/') && path !== '/api/docs') || path === '/mcp';
