import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import type { Access } from '#app/policies/document-policy.ts';

/** Role of the actor for a share of a document: its owner, the share's recipient, or another reader. */
type ShareRole = 'owner' | 'recipient' | 'other';
type State = 'present' | 'archived';

const allow = rulesOf<ShareRole, State>(['present', 'archived']);

/** Roles that may act on the shares, the public link and the access requests of a document. */
const RULES = {
  list: allow(['owner']),
  add: allow(['owner'], ['present']),
  change: allow(['owner'], ['present']),
  remove: allow(['owner', 'recipient'], ['present']),
  link: allow(['owner'], ['present']),
  answerRequest: allow(['owner'], ['present']),
  handOver: allow(['owner'], ['present']),
} satisfies Record<string, Rule<ShareRole, State>>;

export type ShareVerb = keyof typeof RULES;
export const SHARE_VERBS = Object.keys(RULES) as ShareVerb[];

type ShareFacts = {
  /** The actor's access to the document; null without access. */
  access: Access | null;
  /** True if the share is the actor's own. */
  isRecipient?: boolean;
};

export function mayShare(verb: ShareVerb, { access, isRecipient = false }: ShareFacts): boolean {
  return isAllowed(RULES[verb], access && shareRole(access, isRecipient), access?.isArchived ? 'archived' : 'present');
}

function shareRole({ isOwner }: Access, isRecipient: boolean): ShareRole {
  if (isOwner) return 'owner';
  return isRecipient ? 'recipient' : 'other';
}

/** Tests that a person to share with or block is not the actor. */
export const isSomeoneElse = (actor: { id: string }, person: { id: string }): boolean => person.id !== actor.id;
