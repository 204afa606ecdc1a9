import type { RouterContextProvider } from 'react-router';
import { cookiesContext, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { readSide, SIDE_COOKIE, type SideLook, writeSide } from '#app/schemas/side.ts';

type Context = Readonly<RouterContextProvider>;

export function getSide(context: Context): SideLook {
  return readSide(context.get(cookiesContext).get(SIDE_COOKIE));
}

export function foldSide(context: Context, isFolded: boolean): void {
  const value = writeSide({ ...getSide(context), isFolded });
  context.get(cookiesContext).set(SIDE_COOKIE, value, { maxAge: YEAR_SECONDS, httpOnly: false });
}
