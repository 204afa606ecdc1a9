import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import { type Access, abilities } from '#app/policies/document-policy.ts';

/** The actor towards one file. A file in a document follows that document; other files are their uploader's. */
type FileRole = 'editor' | 'reader' | 'uploader' | 'viewer';
type State = 'confirmed' | 'unconfirmed';

const allow = rulesOf<FileRole, State>(['confirmed', 'unconfirmed']);

/** Who may do what with a file. `viewer`: any account, for the profile image of another. */
const RULES = {
  see: allow(['editor', 'reader', 'uploader', 'viewer'], ['confirmed']),
  remove: allow(['editor', 'uploader'], ['confirmed']),
} satisfies Record<string, Rule<FileRole, State>>;

export type FileVerb = keyof typeof RULES;
export const FILE_VERBS = Object.keys(RULES) as FileVerb[];

export type FileFacts = {
  /** The file belongs to a document. */
  isInDocument: boolean;
  /** The actor's access to that document; null without any. */
  access: Access | null;
  isUploader: boolean;
  isConfirmed: boolean;
  /** The file is shown as the profile image of an account that is not deleted. */
  isProfileImage: boolean;
};

export function fileAbilities(facts: FileFacts): Record<FileVerb, boolean> {
  const [role, state] = [fileRole(facts), facts.isConfirmed ? 'confirmed' : 'unconfirmed'] as const;
  return { see: isAllowed(RULES.see, role, state), remove: isAllowed(RULES.remove, role, state) };
}

function fileRole({ isInDocument, access, isUploader, isProfileImage }: FileFacts): FileRole | null {
  if (isInDocument) return access && (abilities(access).edit ? 'editor' : 'reader');
  if (isUploader) return 'uploader';
  return isProfileImage ? 'viewer' : null;
}

/** Whoever requested an upload confirms or cancels it, whatever became of their access to its document. */
export const isUploaderOf = (actor: { id: string }, file: { uploaderId: string | null }): boolean =>
  file.uploaderId === actor.id;

/** The readers of a document must see its cover, so the image is one of its own files. */
export const mayBeCoverOf = (documentId: string, file: { docId: string | null }): boolean => file.docId === documentId;

type Requested = { fileKey: string; confirmedAt: number | null };
type Signed = { fileKey: string; type: string; size: number | null };
type Sent = { type: string | null; length?: number | null };

/** A signature authorises the bytes it names, until their file is confirmed; an unknown length is not compared. */
export function mayReceive(file: Requested, signed: Signed, { type, length = null }: Sent): boolean {
  if (file.fileKey !== signed.fileKey || file.confirmedAt !== null || type !== signed.type) return false;
  return length === null || signed.size === null || length === signed.size;
}
