import { z } from 'zod';
import { code, email, flag, newPassword } from '#app/schemas/accounts.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import {
  DISPLAY_NAME_MAX,
  IMAGE_URL_MAX,
  RECOVERY_CODE_MAX,
  TOKEN_NAME_MAX,
  USERNAME_MAX,
} from '#app/schemas/limits.ts';
import { id, nameText, storableText } from '#app/schemas/text.ts';
import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX, TOKEN_SCOPES } from '#app/schemas/token-scopes.ts';

const codePoints = (text: string) => [...text].length;
const blankToNull = (text: string) => (text === '' ? null : text);

const displayName = nameText()
  .refine((text) => codePoints(text) <= DISPLAY_NAME_MAX, 'displayName.tooLong')
  .transform(blankToNull);

/** User name of specification §5: 1 to 20 characters, trimmed and lower-cased. Blank removes it. */
const username = nameText()
  .transform((text) => text.toLowerCase())
  .refine((text) => codePoints(text) <= USERNAME_MAX, 'username.tooLong')
  .transform(blankToNull);

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Accepts only URLs that a browser may load as an image, no scripts or data. An uploaded image keeps its own URL. */
const imageUrl = storableText()
  .default('')
  .transform((text) => text.trim())
  .refine(
    (text) => text.length <= IMAGE_URL_MAX && (text === '' || isWebAddress(text) || fileInUrl(text)),
    'imageUrl.invalid',
  )
  .transform(blankToNull);

/** An unchecked checkbox is not posted. */
export const presenceChoice = z.object({ showReading: z.string().optional() });

export const profile = z.object({ displayName, username, imageUrl });
export const passwordChange = z.object({
  currentPassword: z.string().default(''),
  password: newPassword,
});
export const emailChange = z.object({ email });
export const accountDeletion = z.object({ password: z.string().default('') });
export const factorChoice = z.object({ enabled: flag });
export const totpConfirmation = z.object({ code });
/** The password, or an authenticator code for accounts without one. */
export const ownerProof = z.object({
  password: z.string().default(''),
  code: storableText().max(RECOVERY_CODE_MAX, 'code.wrong').default(''),
});
/** Proof of identity (contract §10): the password or a code. */
export const proofAgain = z
  .object({
    password: z.string().optional(),
    code: storableText().max(RECOVERY_CODE_MAX, 'code.wrong').optional(),
  })
  .refine(({ password, code }) => Boolean(password || code), { path: ['password'], message: 'password.required' });
export const proofPath = z.object({ redirectTo: z.string().default('/settings') });

/** Lifetime in days; null for a token without expiry. */
const expiresIn = z
  .union([z.number(), z.string()])
  .default(String(TOKEN_DAYS_DEFAULT))
  .transform((value) => String(value).trim() || String(TOKEN_DAYS_DEFAULT))
  .refine((text) => text === 'never' || (/^\d{1,3}$/.test(text) && isTokenDays(Number(text))), 'tokenDays.invalid')
  .transform((text) => (text === 'never' ? null : Number(text)));
const isTokenDays = (days: number) => days >= 1 && days <= TOKEN_DAYS_MAX;

export const newToken = z.object({
  name: nameText()
    .refine((text) => text !== '', 'tokenName.required')
    .refine((text) => codePoints(text) <= TOKEN_NAME_MAX, 'tokenName.tooLong'),
  scope: z.enum(TOKEN_SCOPES).default('write'),
  expiresIn,
});
export const tokenChoice = z.object({ tokenId: id() });
export const sessionChoice = z.object({ sessionId: id() });

export type Profile = z.output<typeof profile>;
export type NewToken = z.output<typeof newToken>;
