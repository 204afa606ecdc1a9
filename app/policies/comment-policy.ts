import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import { type Access, roleOn } from '#app/policies/document-policy.ts';

/** Who may comment on a document, by the choice of its owner. */
export type Commenting = 'readers' | 'editors' | 'off';

/** The actor towards the comments of a document; `author` is one's own comment. */
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

/** By the owner's choice, with who may start a thread and reply. */
const WRITERS: Record<Commenting, Rule<CommentRole, State>> = {
  readers: allow(EVERYONE, ['present']),
  editors: allow(['owner', 'editor'], ['present']),
  off: allow([], ['present']),
};

export type CommentVerb = keyof typeof RULES | 'write';
export const COMMENT_VERBS: CommentVerb[] = ['read', 'write', 'edit', 'delete', 'resolve'];

type CommentFacts = {
  /** The actor's access to the document; null without any. */
  access: Access | null;
  commenting: Commenting;
  /** The comment is the actor's own. */
  isAuthor?: boolean;
};

export function mayComment(verb: CommentVerb, { access, commenting, isAuthor = false }: CommentFacts): boolean {
  if (!access) return false;
  const rule = verb === 'write' ? WRITERS[commenting] : RULES[verb];
  const state = access.isArchived ? 'archived' : 'present';
  const roles: CommentRole[] = isAuthor ? [roleOn(access), 'author'] : [roleOn(access)];
  return roles.some((role) => isAllowed(rule, role, state));
}
