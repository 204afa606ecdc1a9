import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';

/** Access to a document, from the nearest share entry or from ownership. */
export type Access = {
  permission: 'EDIT' | 'READ';
  isOwner: boolean;
  isArchived: boolean;
};

/** What decides about access: plain data about one actor and one document. */
export type DocumentFacts = {
  isOwner: boolean;
  /** The actor's entry on the document, else on its nearest ancestor that has one. */
  entry: 'EDIT' | 'READ' | 'NONE' | null;
  isArchived: boolean;
  /** The actor has blocked the owner. */
  isBlocked: boolean;
};

export type DocumentRole = 'owner' | 'editor' | 'reader';
type State = 'present' | 'archived';

const READERS = ['owner', 'editor', 'reader'] as const;
const EDITORS = ['owner', 'editor'] as const;
const OWNER = ['owner'] as const;

const allow = rulesOf<DocumentRole, State>(['present', 'archived']);

/** Who may do what with a document. An account's role, `ADMIN` too, gives no right to documents. */
const RULES = {
  read: allow(READERS),
  star: allow(READERS, ['present']),
  duplicate: allow(READERS, ['present']),
  edit: allow(EDITORS, ['present']),
  addChild: allow(EDITORS, ['present']),
  move: allow(EDITORS, ['present']),
  moveToRoot: allow(OWNER, ['present']),
  share: allow(OWNER, ['present']),
  listShares: allow(OWNER),
  archive: allow(OWNER, ['present']),
  delete: allow(OWNER, ['archived']),
  // Archiving or restoring again changes nothing; deleting what is present is `notArchived`. Neither is a denial.
  own: allow(OWNER),
} satisfies Record<string, Rule<DocumentRole, State>>;

export type DocumentVerb = keyof typeof RULES;
export type Abilities = Record<DocumentVerb, boolean>;
export const DOCUMENT_VERBS = Object.keys(RULES) as DocumentVerb[];

/** Resolves access from facts; null if the document does not exist for the actor. */
export function accessOf({ isOwner, entry, isArchived, isBlocked }: DocumentFacts): Access | null {
  if (isOwner) return { permission: 'EDIT', isOwner, isArchived };
  if (entry === null || entry === 'NONE' || isArchived || isBlocked) return null;
  return { permission: entry, isOwner, isArchived };
}

export function roleOn({ isOwner, permission }: Access): DocumentRole {
  if (isOwner) return 'owner';
  return permission === 'EDIT' ? 'editor' : 'reader';
}

/** Answers every verb; all are false without access. */
export function abilities(access: Access | null): Abilities {
  const role = access && roleOn(access);
  const state = access?.isArchived ? 'archived' : 'present';
  const answers = DOCUMENT_VERBS.map((verb) => [verb, isAllowed(RULES[verb], role, state)]);
  return Object.fromEntries(answers) as Abilities;
}

/** A child leaves its parent: a mover who is not the owner must be able to change that, and so to see it. */
export function mayLeave(moving: Access, parent?: Abilities): boolean {
  return moving.isOwner || parent?.addChild === true;
}

/** A document belongs to its parent's owner, so it stays within one owner's tree. */
export function mayEnter(moving: { ownerId: string }, parent: { ownerId: string; can: Abilities }): boolean {
  return parent.can.addChild && parent.ownerId === moving.ownerId;
}

/** Somebody's own work in another's tree: a copy can be taken into one's own. */
export function mayTakeCopy(access: Access, isCreator: boolean): boolean {
  return isCreator && !access.isOwner && !access.isArchived;
}
