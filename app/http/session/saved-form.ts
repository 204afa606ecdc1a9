import type { RouterContextProvider } from 'react-router';
import { findActor } from '#app/http/session/session.ts';
import { getKeptForm } from '#app/services/sign-in/saved-forms.ts';

export const KEPT_QUERY = 'kept';

/** Returns the fields saved for this page when they were posted without a session (`?kept=`), and deletes them. */
export async function takeKeptForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get(KEPT_QUERY);
  const actor = findActor(context);
  return id && actor ? getKeptForm(actor, id) : null;
}
