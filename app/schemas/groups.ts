import { z } from 'zod';
import { email } from '#app/schemas/accounts.ts';
import { paging } from '#app/schemas/documents.ts';
import { GROUP_NAME_MAX } from '#app/schemas/limits.ts';
import { id, nameText } from '#app/schemas/text.ts';

/** The built-in group of every verified, active account. */
export const EVERYONE_ID = 'ceveryone000000000000000';
/** Name of the built-in group in the API, which accepts it instead of the id. */
export const EVERYONE = 'everyone';

/** A group's id, or the name of the built-in group. */
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

const person = { email: email.optional(), userId: id().optional() };
const isNamed = (input: { email?: string | undefined; userId?: string | undefined }) =>
  input.email !== undefined || input.userId !== undefined;
const UNNAMED = { path: ['email'], message: 'email.required' };

/** A person by e-mail address or id. */
export const memberInput = z.object(person).refine(isNamed, UNNAMED);
/** A person, by e-mail address or id, and their group. */
export const memberChoice = groupChoice.extend(person).refine(isNamed, UNNAMED);
export type MemberInput = z.output<typeof memberInput>;

/** Query of the group pages; unknown values fall back to the default. */
export const groupQuery = paging.extend({ group: groupId().nullable().catch(null).default(null) });
