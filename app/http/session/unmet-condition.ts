import { type RouterContextProvider, redirect } from 'react-router';
import { AppError } from '#app/errors.ts';
import { failure } from '#app/http/errors/envelope.ts';
import { readForm } from '#app/http/forms/form-body.ts';
import { returnedFields } from '#app/http/forms/returned-fields.ts';
import { CSRF_FIELD, isTrusted } from '#app/http/session/csrf.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { KEPT_QUERY } from '#app/schemas/kept-query.ts';
import type { Actor } from '#app/services/actor.ts';
import { keepForm } from '#app/services/sign-in/saved-forms.ts';

type Closed = { request: Request; context: Readonly<RouterContextProvider>; url: URL };
type Condition = {
  actor: Actor;
  /** Page on which the account meets the condition. */
  page: string;
  /** Error of a program. */
  problem: { field: string; key: string };
};

/**
 * Answers a request of an account that must meet a condition first. Pages redirect to the condition's page, which
 * returns to them; a posted form is saved and returned there, filled. Programs get `permissionDenied`.
 */
export async function answerUnmetCondition(
  { request, context, url }: Closed,
  { actor, page, problem }: Condition,
): Promise<Response> {
  if (isForPrograms(url.pathname)) {
    const refusal = new AppError('permissionDenied', { fields: { [problem.field]: [{ key: problem.key }] } });
    return failure(refusal, getTexts(context));
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const wanted = isRead ? url.pathname + url.search : await saveForm({ request, context, url }, actor);
  throw redirect(wanted === '/' ? page : `${page}?${new URLSearchParams({ redirectTo: wanted })}`, 303);
}

/** Saves a posted form. Returns the address that shows it again; the home page for one that cannot be saved. */
async function saveForm({ request, context, url }: Closed, actor: Actor): Promise<string> {
  const form = await readForm(request).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!form || !isTrusted(context, form.get(CSRF_FIELD))) return '/';
  const query = new URLSearchParams(url.search);
  query.set(KEPT_QUERY, await keepForm(actor.id, url.pathname + url.search, returnedFields(form)));
  return `${url.pathname}?${query}`;
}

const isForPrograms = (path: string) => (path.startsWith('/api/') && path !== '/api/docs') || path === '/mcp';
