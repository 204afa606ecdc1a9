import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import { type Access, abilities } from '#app/policies/document-policy.ts';

/**
 * Role of the actor for a file. A file in a document follows that document's access; other files belong to their
 * uploader.
 */
type FileRole = 'editor' | 'reader' | 'uploader' | 'viewer';
type State = 'confirmed' | 'unconfirmed';

const allow = rulesOf<FileRole, State>(['confirmed', 'unconfirmed']);

/** Roles that may act on a file. `viewer` is any account, for another's profile image. */
const RULES = {
  see: allow(['editor', 'reader', 'uploader', 'viewer'], ['confirmed']),
  rename: allow(['editor', 'uploader'], ['confirmed']),
  remove: allow(['editor', 'uploader'], ['confirmed']),
} satisfies Record<string, Rule<FileRole, State>>;

export type FileVerb = keyof typeof RULES;
export const FILE_VERBS = Object.keys(RULES) as FileVerb[];

export type FileFacts = {
  /** True if the file belongs to a document. */
  isInDocument: boolean;
  /** The actor's access to that document; null without access. */
  access: Access | null;
  isUploader: boolean;
  isConfirmed: boolean;
  /** True if the file is the profile image of an account that is not deleted. */
  isProfileImage: boolean;
};

export function fileAbilities(facts: FileFacts): Record<FileVerb, boolean> {
  const [role, state] = [fileRole(facts), facts.isConfirmed ? 'confirmed' : 'unconfirmed'] as const;
  return {
    see: isAllowed(RULES.see, role, state),
    rename: isAllowed(RULES.rename, role, state),
    remove: isAllowed(RULES.remove, role, state),
  };
}

function fileRole({ isInDocument, access, isUploader, isProfileImage }: FileFacts): FileRole | null {
  if (isInDocument) return access && (abilities(access).edit ? 'editor' : 'reader');
  if (isUploader) return 'uploader';
  return isProfileImage ? 'viewer' : null;
}

/**
 * Tests whether the actor requested the upload. They may confirm or cancel it even after losing access to its document.
 */
export const isUploaderOf = (actor: { id: string }, file: { uploaderId: string | null }): boolean =>
  file.uploaderId === actor.id;

/**
 * Tests whether a file may be a document's cover. It must be one of the document's own files, so that all readers can
 * see it.
 */
export const mayBeCoverOf = (documentId: string, file: { docId: string | null }): boolean => file.docId === documentId;

type Requested = { fileKey: string; confirmedAt: number | null };
type Signed = { fileKey: string; type: string; size: number | null };
type Sent = { type: string | null; length?: number | null };

/**
 * Tests whether a signature covers the sent bytes. Valid until the file is confirmed; an unknown length is not
 * compared.
 */
export function mayReceive(file: Requested, signed: Signed, { type, length = null }: Sent): boolean {
  if (file.fileKey !== signed.fileKey || file.confirmedAt !== null || type !== signed.type) return false;
  return length === null || signed.size === null || length === signed.size;
}
