import { createHash } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import { config } from '#app/config.server.ts';
import { cookiesContext } from '#app/http/request/cookies.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';

/** The operator's announcement. `id` changes with its text, so that a new one is shown again. */
export type Announcement = { id: string; text: string };

const COOKIE = 'arbor_announcement';

type Context = Readonly<RouterContextProvider>;

/** Returns the announcement in the request's language; null without one, and after its dismissal. */
export function findAnnouncement(context: Context): Announcement | null {
  const { announcement } = config();
  if (!announcement) return null;
  const id = createHash('sha256').update(JSON.stringify(announcement)).digest('base64url').slice(0, 12);
  const isDismissed = context.get(cookiesContext).get(COOKIE) === id;
  return isDismissed ? null : { id, text: announcement[getLanguage(context)] };
}

/** Hides an announcement until the browser closes. */
export function dismissAnnouncement(context: Context, id: string): void {
  context.get(cookiesContext).set(COOKIE, id, {});
}
