import type { RouterContextProvider } from 'react-router';
import { cookiesContext, ownCookie, YEAR_SECONDS } from '#app/http/request/cookies.ts';

/** Reading preferences of this browser: full width, smaller text. */
export type ReadingLook = { isWide: boolean; isSmall: boolean };

const COOKIE = 'arbor_reading';

type Context = Readonly<RouterContextProvider>;

export function getReadingLook(context: Context): ReadingLook {
  const kept = (context.get(cookiesContext).get(ownCookie(COOKIE)) ?? '').split('.');
  return { isWide: kept.includes('wide'), isSmall: kept.includes('small') };
}

export function chooseReadingLook(context: Context, changes: Partial<ReadingLook>): void {
  const { isWide, isSmall } = { ...getReadingLook(context), ...changes };
  const words = [isWide ? 'wide' : '', isSmall ? 'small' : ''].filter(Boolean).join('.');
  const cookies = context.get(cookiesContext);
  if (words) cookies.set(ownCookie(COOKIE), words, { maxAge: YEAR_SECONDS });
  else cookies.clear(ownCookie(COOKIE));
}
