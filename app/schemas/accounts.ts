import { z } from 'zod';
import { CODE_LENGTH, EMAIL_MAX, EMAIL_MIN, PASSWORD_MAX, PASSWORD_MIN } from '#app/schemas/limits.ts';
import { isStorable, storableText } from '#app/schemas/text.ts';

export const CODE_TYPES = ['register', 'reset-password', 'change-email', '2fa'] as const;
export type CodeType = (typeof CODE_TYPES)[number];
/** Types of codes that are mailed; `link-provider` is asked for by its page alone. */
export type MailedCodeType = CodeType | 'link-provider';

type Check = [wrong: (value: string) => boolean, message: string];

/** The first rule that is broken, so that a field shows one message and the most useful one. */
const firstOf = (checks: Check[]) => (value: string, context: z.RefinementCtx) => {
  const broken = checks.find(([wrong]) => wrong(value));
  if (broken) context.addIssue({ code: 'custom', message: broken[1] });
};

const isEmail = (value: string) => z.email().safeParse(value).success;
const codePoints = (value: string) => [...value].length;

export const email = z
  .string({ error: (issue) => (issue.input === undefined ? 'email.required' : undefined) })
  .transform((value) => value.trim().toLowerCase())
  .superRefine(
    firstOf([
      [(value) => value === '', 'email.required'],
      [(value) => value.length < EMAIL_MIN, 'email.tooShort'],
      [(value) => value.length > EMAIL_MAX, 'email.tooLong'],
      [(value) => !isEmail(value), 'email.invalid'],
    ]),
  );

const passwordText = z.string({ error: (issue) => (issue.input === undefined ? 'password.required' : undefined) });

/** A password being chosen: 6 to 100 code points, never trimmed, with upper case, lower case and a number. */
export const newPassword = passwordText.superRefine(
  firstOf([
    [(value) => value === '', 'password.required'],
    [(value) => codePoints(value) > PASSWORD_MAX, 'password.tooLong'],
    [(value) => codePoints(value) < PASSWORD_MIN, 'password.tooShort'],
    [(value) => !isStorable(value), 'text.unstorable'],
    [(value) => !(/\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\p{Nd}/u.test(value)), 'password.weak'],
  ]),
);

/** A password being checked: whatever was chosen once, so only its presence and form count. */
const existingPassword = passwordText.superRefine(
  firstOf([
    [(value) => value === '', 'password.required'],
    [(value) => codePoints(value) > PASSWORD_MAX, 'password.tooLong'],
    [(value) => !isStorable(value), 'text.unstorable'],
  ]),
);

/** A checkbox posts `on`; JSON sends a boolean. */
const flag = z
  .union([z.boolean(), z.enum(['on', 'true', 'false', ''])])
  .transform((value) => value === true || value === 'on' || value === 'true')
  .default(false);

export const registration = z.object({ email, password: newPassword });
export const signIn = z.object({ email, password: existingPassword, remember: flag });
export const emailOnly = z.object({ email });

const code = z
  .string({ error: (issue) => (issue.input === undefined ? 'code.required' : undefined) })
  .transform((value) => value.trim().toUpperCase())
  .superRefine(
    firstOf([
      [(value) => value === '', 'code.required'],
      [(value) => codePoints(value) !== CODE_LENGTH, 'code.length'],
      [(value) => !isStorable(value), 'text.unstorable'],
    ]),
  );

const tempId = storableText().max(200).optional();
export const codeCheck = z.object({ email, code, type: z.enum(CODE_TYPES), tempId });
export const codeRequest = z.object({ email, type: z.enum(CODE_TYPES), tempId });
export const passwordReset = z.object({ tempId: storableText().max(200), password: newPassword });
export const passwordResetForm = z
  .object({ password: newPassword, passwordConfirm: passwordText })
  .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'password.different',
  });
