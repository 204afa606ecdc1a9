import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';

/** Access to a document, from the nearest share or from ownership. */
export type Access = {
  permission: 'EDIT' | 'READ';
  isOwner: boolean;
  isArchived: boolean;
};

/** Facts about one actor and one document that determine access. */
export type DocumentFacts = {
  isOwner: boolean;
  /** The actor's share of the document, else of its nearest ancestor with one. */
  entry: 'EDIT' | 'READ' | 'NONE' | null;
  isArchived: boolean;
  /** True if the actor has blocked the owner. */
  isBlocked: boolean;
};

export type DocumentRole = 'owner' | 'editor' | 'reader';
type State = 'present' | 'archived';

const READERS = ['owner', 'editor', 'reader'] as const;
const EDITORS = ['owner', 'editor'] as const;
const OWNER = ['owner'] as const;

const allow = rulesOf<DocumentRole, State>(['present', 'archived']);

/** Roles that may act on a document. An account's role, even `ADMIN`, gives no right to documents. */
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
  // Archiving or restoring again has no effect, and deleting a present document is `notArchived`. Neither is a denial.
  own: allow(OWNER),
} satisfies Record<string, Rule<DocumentRole, State>>;

export type DocumentVerb = keyof typeof RULES;
export type Abilities = Record<DocumentVerb, boolean>;
export const DOCUMENT_VERBS = Object.keys(RULES) as DocumentVerb[];

/** Determines access from facts; null if the document does not exist for the actor. */
export function accessOf({ isOwner, entry, isArchived, isBlocked }: DocumentFacts): Access | null {
  if (isOwner) return { permission: 'EDIT', isOwner, isArchived };
  if (entry === null || entry === 'NONE' || isArchived || isBlocked) return null;
  return { permission: entry, isOwner, isArchived };
}

export function roleOn({ isOwner, permission }: Access): DocumentRole {
  if (isOwner) return 'owner';
  return permission === 'EDIT' ? 'editor' : 'reader';
}

/** Returns the result for every verb; all are false without access. */
export function abilities(access: Access | null): Abilities {
  const role = access && roleOn(access);
  const state = access?.isArchived ? 'archived' : 'present';
  const answers = DOCUMENT_VERBS.map((verb) => [verb, isAllowed(RULES[verb], role, state)]);
  return Object.fromEntries(answers) as Abilities;
}

/**
 * Tests whether a document may leave its parent. An actor other than the owner needs edit access to the parent, and
 * thus sees it.
 */
export function mayLeave(moving: Access, parent?: Abilities): boolean {
  return moving.isOwner || parent?.addChild === true;
}

/**
 * Tests whether a document may be moved to a parent. It stays within one owner's tree, as documents belong to their
 * parent's owner.
 */
export function mayEnter(moving: { ownerId: string }, parent: { ownerId: string; can: Abilities }): boolean {
  return parent.can.addChild && parent.ownerId === moving.ownerId;
}

/** Tests whether the actor may copy their own work from another owner's tree. */
export function mayTakeCopy(access: Access, isCreator: boolean): boolean {
  return isCreator && !access.isOwner && !access.isArchived;
}
