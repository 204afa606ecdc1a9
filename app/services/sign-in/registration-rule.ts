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

/** Returns whether the rule admits an address; the caller refuses `closed`. */
export async function mayRegister(email: string): Promise<boolean> {
  const rule = registrationRule();
  if (rule.kind === 'open' || config().adminEmails.includes(email)) return true;
  if (rule.kind === 'domains' && rule.domains.includes(domainOf(email))) return true;
  const { Invitation, Share } = await models();
  return (await Invitation.count({ where: { email } })) > 0 || (await Share.count({ where: { email } })) > 0;
}

/** Subdomains are domains of their own. */
const domainOf = (email: string) => domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
