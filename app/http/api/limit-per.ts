import type { RouterContextProvider } from 'react-router';
import type { LimitName } from '#app/config/rate-limits.server.ts';
import { clientAddressContext } from '#app/http/request/client-address.ts';
import type { Actor } from '#app/services/actor.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';

type Asking = { actor: Actor | null; context: Readonly<RouterContextProvider> };
/** Counts a request against a rate limit before its fields are validated. Throws `requestTooFrequent`. */
export type CountRequest = (asking: Asking) => Promise<void>;

/** Limits requests per client address. */
export const perAddress =
  (name: LimitName): CountRequest =>
  ({ context }) =>
    consumeLimit(name, context.get(clientAddressContext));

/** Limits requests per account. */
export const perPerson =
  (name: LimitName): CountRequest =>
  ({ actor }) =>
    consumeLimit(name, actor?.id ?? '');
