import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import { type Access, roleOn } from '#app/policies/document-policy.ts';

/** People who may comment on a document besides its owner, as chosen by the owner. */
export type Commenting = 'readers' | 'editors' | 'off';

/** Role of the actor for the comments of a document; `author` applies to own comments. */
type CommentRole = 'owner' | 'editor' | 'reader' | 'author';
type State = 'present' | 'archived';

const EVERYONE = ['owner', 'editor', 'reader', 'author'] as const;

const allow = rulesOf<CommentRole, State>(['present', 'archived']);

const RULES = {
  read: allow(EVERYONE),
  edit: allow(['author'], ['present']),
  delete: allow(['author', 'owner'], ['present']),
  resolve: allow(['owner', 'editor'], ['present']),
} satisfies Record<string, Rule<CommentRole, State>>;

/** Roles that may start threads and reply, by the owner's choice. */
const WRITERS: Record<Commenting, Rule<CommentRole, State>> = {
  readers: allow(EVERYONE, ['present']),
  editors: allow(['owner', 'editor'], ['present']),
  off: allow([], ['present']),
};

export type CommentVerb = keyof typeof RULES | 'write';
export const COMMENT_VERBS: CommentVerb[] = ['read', 'write', 'edit', 'delete', 'resolve'];

type CommentFacts = {
  /** The actor's access to the document; null without access. */
  access: Access | null;
  commenting: Commenting;
  /** True if the comment is the actor's own. */
  isAuthor?: boolean;
};

export function mayComment(verb: CommentVerb, { access, commenting, isAuthor = false }: CommentFacts): boolean {
  if (!access) return false;
  const rule = verb === 'write' ? WRITERS[commenting] : RULES[verb];
  const state = access.isArchived ? 'archived' : 'present';
  const roles: CommentRole[] = isAuthor ? [roleOn(access), 'author'] : [roleOn(access)];
  return roles.some((role) => isAllowed(rule, role, state));
}
