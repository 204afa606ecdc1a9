import { redirect } from 'react-router';
import { z } from 'zod';
import { RetryForm } from '#app/features/shell/retry-form.tsx';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { dismissAnnouncement } from '#app/http/page-state/announcement.ts';
import { chooseReadingLook } from '#app/http/page-state/reading-preferences.ts';
import { foldSide } from '#app/http/page-state/side.ts';
import { chooseTheme } from '#app/http/page-state/theme.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { LANGUAGES } from '#app/i18n/language.ts';
import { chooseLanguage } from '#app/i18n/server/language-middleware.ts';
import { THEMES } from '#app/schemas/theme.ts';
import type { Route } from './+types/preferences';

const schema = z.object({
  theme: z.enum(THEMES).optional(),
  lng: z.enum(LANGUAGES).optional(),
  width: z.enum(['normal', 'full']).optional(),
  text: z.enum(['normal', 'small']).optional(),
  side: z.enum(['open', 'folded']).optional(),
  /** The next page. Scripts have none and show the choice themselves. */
  redirectTo: z.string().optional(),
});

const dismissal = z.object({ announcement: z.string().regex(/^[\w-]{12}$/), redirectTo: z.string().optional() });

/** Returns the changed fields; omitted ones stay unchanged. */
const lookOf = ({ width, text }: z.output<typeof schema>) => ({
  ...(width ? { isWide: width === 'full' } : {}),
  ...(text ? { isSmall: text === 'small' } : {}),
});

// In middleware, as a loader would also run after a refused form and replace its page.
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }, next) => {
    if (request.method === 'GET') throw redirect('/');
    return next();
  },
];

export const action = pageAction({
  choose: openIntent({
    schema,
    run: async ({ input, context }) => {
      if (input.theme) chooseTheme(context, input.theme);
      if (input.width || input.text) chooseReadingLook(context, lookOf(input));
      if (input.side) foldSide(context, input.side === 'folded');
      if (input.lng) await chooseLanguage(context, input.lng);
      const url = new URL(safePath(input.redirectTo), 'http://localhost');
      url.searchParams.delete('lng');
      const path = url.pathname + url.search;
      const isSaid = (input.theme || input.lng) && input.redirectTo !== undefined;
      return isSaid ? redirectWithToast(context, path, { key: 'saved' }) : redirect(path, 303);
    },
  }),
  'announcement-dismiss': openIntent({
    schema: dismissal,
    run: async ({ input, context }) => {
      dismissAnnouncement(context, input.announcement);
      return redirect(safePath(input.redirectTo), 303);
    },
  }),
});

export default RetryForm;
