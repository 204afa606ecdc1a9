import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import type { Access } from '#app/policies/document-policy.ts';

/** The actor towards one share entry of a document: its owner, the entry's recipient, or someone else who reads it. */
type ShareRole = 'owner' | 'recipient' | 'other';
type State = 'present' | 'archived';

const allow = rulesOf<ShareRole, State>(['present', 'archived']);

/** Who may do what with the entries, the public link and the access requests of a document. */
const RULES = {
  list: allow(['owner']),
  add: allow(['owner'], ['present']),
  change: allow(['owner'], ['present']),
  remove: allow(['owner', 'recipient']),
  link: allow(['owner'], ['present']),
  answerRequest: allow(['owner'], ['present']),
} satisfies Record<string, Rule<ShareRole, State>>;

export type ShareVerb = keyof typeof RULES;
export const SHARE_VERBS = Object.keys(RULES) as ShareVerb[];

type ShareFacts = {
  /** The actor's access to the document; null without any. */
  access: Access | null;
  /** The entry is the actor's own. */
  isRecipient?: boolean;
};

export function mayShare(verb: ShareVerb, { access, isRecipient = false }: ShareFacts): boolean {
  return isAllowed(RULES[verb], access && shareRole(access, isRecipient), access?.isArchived ? 'archived' : 'present');
}

function shareRole({ isOwner }: Access, isRecipient: boolean): ShareRole {
  if (isOwner) return 'owner';
  return isRecipient ? 'recipient' : 'other';
}

/** Nobody shares with, or blocks, oneself. */
export const isSomeoneElse = (actor: { id: string }, person: { id: string }): boolean => person.id !== actor.id;
