import { z } from 'zod';
import {
  CODE_LENGTH,
  EMAIL_MAX,
  EMAIL_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  RECOVERY_CODE_MAX,
} from '#app/schemas/limits.ts';
import { isStorable, storableText } from '#app/schemas/text.ts';

export const CODE_TYPES = ['register', 'reset-password', 'change-email', '2fa'] as const;
export type CodeType = (typeof CODE_TYPES)[number];
/** Types of mailed codes. `link-provider` is requested only by its own page. */
export type MailedCodeType = CodeType | 'link-provider';

type Check = [wrong: (value: string) => boolean, message: string];

/** Reports only the first broken rule, so that a field shows one message. */
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

/** A new password: 6 to 100 code points, not trimmed, with upper case, lower case and a number. */
export const newPassword = passwordText.superRefine(
  firstOf([
    [(value) => value === '', 'password.required'],
    [(value) => codePoints(value) > PASSWORD_MAX, 'password.tooLong'],
    [(value) => codePoints(value) < PASSWORD_MIN, 'password.tooShort'],
    [(value) => !isStorable(value), 'text.unstorable'],
    [(value) => !(/\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\p{Nd}/u.test(value)), 'password.weak'],
  ]),
);

/** A password to verify. Only presence and form are checked: one of any other kind is wrong. */
const existingPassword = passwordText.superRefine(
  firstOf([
    [(value) => value === '', 'password.required'],
    [(value) => !isStorable(value), 'text.unstorable'],
  ]),
);

/** A checkbox posts `on`; JSON sends a boolean. */
export const flag = z
  .union([z.boolean(), z.enum(['on', 'off', 'true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'on' || value === 'true' || value === '1')
  .default(false);

/** A version of the terms, as accepted. */
export const termsChoice = z.object({ terms: storableText().max(64).optional() });
export const registration = z.object({ email, password: newPassword, ...termsChoice.shape });
export const signIn = z.object({ email, password: existingPassword, remember: flag });
export const emailOnly = z.object({ email });

/** A code with the blanks and hyphens with which apps and people group its characters. */
export const code = z
  .string({ error: (issue) => (issue.input === undefined ? 'code.required' : undefined) })
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .superRefine(
    firstOf([
      [(value) => value === '', 'code.required'],
      [(value) => codePoints(value) !== CODE_LENGTH, 'code.length'],
      [(value) => !isStorable(value), 'text.unstorable'],
    ]),
  );

const tempId = storableText().max(200).optional();
const type = z.enum(CODE_TYPES);
const recoveryCode = storableText()
  .transform((value) => value.trim())
  .refine((value) => value.length <= RECOVERY_CODE_MAX, 'code.wrong')
  .optional();

/** Token of a mailed link; an empty field counts as absent. */
const link = storableText()
  .max(200)
  .transform((value) => value || undefined)
  .optional();

/**
 * Fields for submitting a code. A recovery code may replace a second factor, and the token of the mailed link a code
 * (`code` is '' then).
 */
const codeFields = z.object({ email, code: code.optional(), recoveryCode, link, type, tempId });
const hasCode = (value: unknown) => {
  const given = value as Partial<z.output<typeof codeFields>>;
  return given.code !== undefined || (given.type === '2fa' && Boolean(given.recoveryCode)) || Boolean(given.link);
};
// Runs despite other issues, so that all empty fields are reported at once.
const orRecoveryCode = { path: ['code'], message: 'code.required', when: () => true };
const withCode = <Fields extends { code?: string | undefined }>(fields: Fields) => ({
  ...fields,
  code: fields.code ?? '',
});

/** A code without type, for pages whose purpose is fixed. */
export const codeOnly = z.object({ code });
export const codeCheck = codeFields.refine(hasCode, orRecoveryCode).transform(withCode);
/** On pages the tempId is in a cookie. */
export const codeForm = codeFields
  .omit({ tempId: true })
  .extend({ redirectTo: z.string().optional() })
  .refine(hasCode, orRecoveryCode)
  .transform(withCode);
export const codeRequest = z.object({ email, type, tempId });
export const passwordReset = z.object({ tempId: storableText().max(200), password: newPassword });
export const passwordResetForm = z
  .object({ password: newPassword, passwordConfirm: passwordText })
  .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'password.different',
  });
