import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { domainOf } from '#app/services/sign-in/registration-rule.ts';

/** Returns the only domains whose addresses documents may be shared with; null for any address. */
export function sharingDomains(): string[] | null {
  const { sharesOutside, registrationDomains } = config();
  return sharesOutside ? null : registrationDomains;
}

/** Tests an address by its domain only, so that the answer does not tell whether it has an account. */
export const isAllowedAddress = (email: string): boolean => sharingDomains()?.includes(domainOf(email)) ?? true;

/** Throws `permissionDenied` if access may not be given to this address. An entry that closes a document always may. */
export function requireAllowedAddress(email: string, permission: string): void {
  if (permission === 'NONE' || isAllowedAddress(email)) return;
  const domains = sharingDomains()!;
  throw new AppError('permissionDenied', { fields: { email: [{ key: 'share.outside', values: { domains } }] } });
}
