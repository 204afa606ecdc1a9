/**
 * Reasons why a part of a backup cannot be restored; the message is the address or id that it is about.
 * - `noBranch`, `noAccount`: the backup does not have it.
 * - `taken`: the address belongs to another account. `deleted`: the account is deleted and can still be restored.
 * - `noOwner`: the former owner has no account. `noRecipient`, `noPlace`: there is no such account or document.
 * - `isArchived`, `tooDeep`: nothing can be placed below the document.
 * - `removing`: documents of the part are being removed at this moment.
 */
export type UnfitReason =
  | 'noBranch'
  | 'noAccount'
  | 'taken'
  | 'deleted'
  | 'noOwner'
  | 'noRecipient'
  | 'noPlace'
  | 'isArchived'
  | 'tooDeep'
  | 'removing';

/** Thrown before anything changes. */
export class UnfitPart extends Error {
  override name = 'UnfitPart';
  readonly reason: UnfitReason;
  constructor(reason: UnfitReason, subject: string) {
    super(subject);
    this.reason = reason;
  }
}
