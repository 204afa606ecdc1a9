import { type RouterContextProvider, redirectDocument } from 'react-router';
import { AppError } from '#app/errors.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { signInPath } from '#app/http/request/safe-redirect.ts';
import { findActor } from '#app/http/session/session.ts';
import { type Administration, requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';

type Context = Readonly<RouterContextProvider>;

/**
 * Returns the signed-in actor of a page. Throws a redirect to the sign-in page, which returns here. The sign-in page is
 * a document of its own: calls of the page before that still end must not replace it (`leaveForSignIn`).
 */
export function requireActor(context: Context, url: URL): Actor {
  const actor = findActor(context);
  if (!actor) throw redirectDocument(signInPath(url), 302);
  return actor;
}

/** Returns the signed-in administrator of a page. Throws as `requireActor`, and the error page of `permissionDenied`. */
export async function requireAdministratorOfPage(context: Context, url: URL): Promise<Administration> {
  const administrator = viaWeb(requireActor(context, url));
  await orErrorPage((async () => requireAdministrator(administrator))());
  return administrator;
}

/** Rethrows an AppError of a loader as the error page of its status (not found, forbidden). */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) throw errorPage({ error: error.error }, statusOf(error.error));
    throw error;
  }
}
