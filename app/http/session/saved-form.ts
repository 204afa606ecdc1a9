import type { RouterContextProvider } from 'react-router';
import { findActor } from '#app/http/session/session.ts';
import { KEPT_QUERY } from '#app/schemas/kept-query.ts';
import { getKeptForm } from '#app/services/sign-in/saved-forms.ts';

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
  return id && actor ? getKeptForm(actor, id) : null;
}
