import type { RouterContextProvider } from 'react-router';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { findActor } from '#app/http/session/session.ts';
import { KEPT_QUERY } from '#app/schemas/kept-query.ts';
import { unsentForm } from '#app/schemas/problem.ts';
import { findSavedForm, keepForm } from '#app/services/sign-in/saved-forms.ts';

/**
 * Returns the fields saved for this page when they were posted without a session (`?kept=`). They stay for a day, as a
 * page loads its data again; the editor takes the parameter out of its address.
 */
export async function findKeptForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get(KEPT_QUERY);
  const actor = findActor(context);
  return id && actor ? findSavedForm(actor, id) : null;
}

/**
 * Saves a form that a page carried as text until its person proved who they are. Returns the address that shows it
 * again, filled; `wanted` without a form.
 */
export async function keepUnsent(userId: string, unsent: string | undefined, wanted: string): Promise<string> {
  const form = unsentForm(unsent);
  if (!form) return wanted;
  const url = new URL(safePath(form.path), 'http://localhost');
  url.searchParams.set(KEPT_QUERY, await keepForm(userId, form.path, form.fields));
  return url.pathname + url.search;
}
