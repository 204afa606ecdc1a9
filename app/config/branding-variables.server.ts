import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { optional } from '#app/config/variable-kinds.server.ts';

const LOGO_MAX_BYTES = 1024 * 1024;

const pictureFile = z
  .string()
  .refine(
    (path) => isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false),
    'the absolute path of a picture that is there',
  )
  .refine(
    (path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= LOGO_MAX_BYTES,
    'a picture of up to 1 MB',
  );

/** Variables of the installation's look. */
export const BRANDING_VARIABLES = {
  LOGO_FILE: optional(pictureFile),
  LOGO_FILE_DARK: optional(pictureFile),
  ACCENT_COLOR: optional(z.string().regex(/^#[\da-f]{6}$/i, 'a colour such as #1f6f4a')),
};
