import { z } from 'zod';
import { email } from '#app/schemas/accounts.ts';
import { wholeNumberOr } from '#app/schemas/documents.ts';
import { GROUP_NAME_MAX, PAGE_DEFAULT } from '#app/schemas/limits.ts';
import { id, nameText } from '#app/schemas/text.ts';

/** The built-in group of every verified, active account. */
export const EVERYONE_ID = 'ceveryone000000000000000';
/** The name of the built-in group in the API, which also takes it in place of the id. */
export const EVERYONE = 'everyone';

/** A group's id; the built-in group may be given by its name. */
export const groupId = () =>
  z
    .string()
    .transform((value) => (value === EVERYONE ? EVERYONE_ID : value))
    .pipe(id());

const name = nameText()
  .refine((text) => text !== '', 'group.nameRequired')
  .refine((text) => [...text].length <= GROUP_NAME_MAX, 'group.nameTooLong');

export const groupName = z.object({ name });
export const groupChoice = z.object({ groupId: groupId() });
export const groupRename = groupChoice.extend({ name });
export const memberByEmail = groupChoice.extend({ email });
export const memberById = groupChoice.extend({ userId: id() });

/** A person by address or by id. */
export const memberInput = z
  .object({ email: email.optional(), userId: id().optional() })
  .refine((input) => input.email !== undefined || input.userId !== undefined, {
    path: ['email'],
    message: 'email.required',
  });
export type MemberInput = z.output<typeof memberInput>;

/** The query of the pages of groups; unknown values fall back to the default. */
export const groupQuery = z.object({
  group: groupId().nullable().catch(null).default(null),
  page: wholeNumberOr(PAGE_DEFAULT),
});
