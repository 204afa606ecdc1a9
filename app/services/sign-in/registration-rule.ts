import { domainToASCII } from 'node:url';
import { config } from '#app/config.server.ts';
import { models } from '#db/connection.ts';

/** Who may register: anyone, addresses at listed domains and invited ones, invited ones only, or nobody. */
export type RegistrationRule =
  | { kind: 'open' | 'invited' | 'closed'; domains?: never }
  /** `domains` in ASCII. */
  | { kind: 'domains'; domains: string[] };

/** Returns the rule of this installation. It names no account, so every visitor may see it. */
export function registrationRule(): RegistrationRule {
  const { registration, registrationDomains: domains } = config();
  if (registration !== 'open') return { kind: registration };
  return domains.length > 0 ? { kind: 'domains', domains } : { kind: 'open' };
}

/** Returns true if the rule admits an address. The caller must refuse `closed`. */
export async function mayRegister(email: string): Promise<boolean> {
  const rule = registrationRule();
  if (rule.kind === 'open' || config().adminEmails.includes(email)) return true;
  if (rule.kind === 'domains' && rule.domains.includes(domainOf(email))) return true;
  const { Invitation, Share } = await models();
  return (await Invitation.count({ where: { email } })) > 0 || (await Share.count({ where: { email } })) > 0;
}

/** Returns the exact domain in ASCII; subdomains do not match their parent. */
export const domainOf = (email: string): string => domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
