import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Links, type LinksFunction, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { outward } from '#app/address/base-path.ts';
import { config } from '#app/config.server.ts';
import { PageError } from '#app/features/errors/page-error.tsx';
import { Announcement } from '#app/features/shell/announcement.tsx';
import { Gate } from '#app/features/shell/gate.tsx';
import { Header } from '#app/features/shell/header.tsx';
import { InPlaceForms } from '#app/features/shell/in-place-forms.tsx';
import { LoadingLine } from '#app/features/shell/loading-line.tsx';
import { NavigationFallback } from '#app/features/shell/navigation-fallback.tsx';
import { PageFocus } from '#app/features/shell/page-focus.tsx';
import { ReloadOnEarlyBack } from '#app/features/shell/reload-on-early-back.tsx';
import { type RootData, useRootData } from '#app/features/shell/root-data.ts';
import { useServerOnly } from '#app/features/shell/server-only.tsx';
import { ToastRegion } from '#app/features/shell/toast-region.tsx';
import { restoreTyped } from '#app/features/shell/typed-before-hydration.ts';
import { useLeavingQuestion } from '#app/features/shell/use-leaving-question.ts';
import { useLinkNavigation } from '#app/features/shell/use-link-navigation.ts';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import { answerHeadersMiddleware } from '#app/http/forms/response-headers.ts';
import { findAnnouncement } from '#app/http/page-state/announcement.ts';
import { getReadingLook } from '#app/http/page-state/reading-preferences.ts';
import { getSide } from '#app/http/page-state/side.ts';
import { getTheme } from '#app/http/page-state/theme.ts';
import { takeToast } from '#app/http/page-state/toast.ts';
import { cookiesMiddleware } from '#app/http/request/cookies.ts';
import { routePatternMiddleware } from '#app/http/request/route-pattern.ts';
import { responseCacheMiddleware } from '#app/http/response-cache/caching.ts';
import { csrfContext, csrfMiddleware } from '#app/http/session/csrf.ts';
import { findKeptForm } from '#app/http/session/saved-form.ts';
import { secondFactorGate, setUpFirstContext } from '#app/http/session/second-factor-gate.ts';
import { sessionContext, sessionMiddleware } from '#app/http/session/session.ts';
import { termsFirstContext, termsGate } from '#app/http/session/terms-gate.ts';
import { getLanguage, keepLanguageMiddleware, textsMiddleware } from '#app/i18n/server/language-middleware.ts';
import { useLanguage } from '#app/i18n/use-texts.ts';
import type { Theme } from '#app/schemas/theme.ts';
import { getBranding } from '#app/services/branding/branding.ts';
import { shownPicture } from '#app/services/files/foreign-picture-address.ts';
import { countUnread } from '#app/services/notifications/list-notifications.ts';
import { passwordMinLength } from '#app/services/sign-in/password-rule.ts';
import { termsVersion } from '#app/services/terms/current-terms.ts';
import { ActionAnswers } from '#app/ui/action-answer.tsx';
import { CsrfProvider } from '#app/ui/csrf-field.tsx';
import { InstallationNameProvider } from '#app/ui/installation-name.ts';
import { SiteLogoProvider } from '#app/ui/site-logo.tsx';
import { useLightDismiss } from '#app/ui/use-light-dismiss.ts';
import type { Route } from './+types/root';
import styles from './styles/app.css?url';

export const middleware: Route.MiddlewareFunction[] = [
  routePatternMiddleware,
  responseCacheMiddleware,
  cookiesMiddleware,
  // Error pages need both, so they run before the session middleware, which reads the database.
  answerHeadersMiddleware,
  textsMiddleware,
  sessionMiddleware,
  keepLanguageMiddleware,
  csrfMiddleware,
  termsGate,
  secondFactorGate,
];

/** Loads the data that every page needs: account, language, theme and csrf token. */
export async function loader({ request, context, url }: Route.LoaderArgs): Promise<RootData> {
  const { session, visitorId } = context.get(sessionContext);
  const { sentryDsn } = config();
  const { id, email, displayName = null, imageUrl = null, role } = session?.actor ?? {};
  return {
    user: session
      ? { id: id!, email: email!, displayName, imageUrl: shownPicture(imageUrl), isAdmin: role === 'ADMIN' }
      : null,
    setUpFirst: context.get(termsFirstContext) || context.get(setUpFirstContext),
    terms: termsVersion(),
    installationName: config().installationName,
    branding: getBranding(),
    organisation: config().oidc?.name ?? null,
    hasPasswords: config().passwordSignIn,
    sessionDays: config().sessionDays,
    passwordMin: passwordMinLength(),
    announcement: session || url.pathname === '/login' ? findAnnouncement(context) : null,
    unread: session ? await countUnread(session.actor) : 0,
    visitorId,
    lng: getLanguage(context),
    theme: getTheme(context),
    look: getReadingLook(context),
    side: getSide(context),
    csrf: context.get(csrfContext),
    toast: takeToast(context),
    kept: await findKeptForm(context, request),
    hasAi: config().ai !== undefined,
    hasPdf: config().pdfChromium !== null,
    hasPictureProxy: config().pictureProxy,
    env: sentryDsn ? { SENTRY_DSN: sentryDsn } : {},
    now: Date.now(),
  };
}

export const links: LinksFunction = () => [{ rel: 'icon', href: outward('/icon.svg'), type: 'image/svg+xml' }];

/** Name and branding of the last page in this browser, for a page whose root failed and has no data. */
let lastLook: Pick<RootData, 'branding' | 'installationName'> | undefined;

/** The theme may have been chosen after the page was loaded. */
const shownTheme = () => (import.meta.env.SSR ? undefined : (document.documentElement.dataset.theme as Theme));

/** Renders the HTML document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRootData();
  if (!import.meta.env.SSR && data) lastLook = data;
  const look = data ?? lastLook;
  const { nonce } = useServerOnly();
  const lng = useLanguage();
  const theme = data?.theme ?? shownTheme() ?? 'dark';
  return (
    <html
      lang={lng}
      className={theme === 'system' ? undefined : theme}
      data-theme={theme}
      data-fonts="own"
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <ReloadOnEarlyBack />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* With a precedence React puts it before the scripts' preloads, so that nothing is painted without it. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {look?.branding.accent ? <link rel="stylesheet" href={look.branding.accent} precedence="accent" /> : null}
        {/* Links of our own origin need no nonce. Browsers hide it, so that hydration would differ. */}
        <Links nonce="" />
      </head>
      <body>
        <InstallationNameProvider value={look?.installationName ?? 'Arbor'}>
          <SiteLogoProvider value={look?.branding.logo ?? null}>{children}</SiteLogoProvider>
        </InstallationNameProvider>
        {import.meta.env.SSR && data ? <ServerValues data={data} /> : null}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

const inScript = (value: unknown) =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Without this, Zod would try `new Function`, which the content security policy would report on every page. */
const WITHOUT_EVAL = 'window.__zod_globalConfig={jitless:true}';

/** Values rendered only by the server. The client removes them before hydration (specification §2, the gate). */
function ServerValues({ data }: { data: RootData }) {
  const userInfo = data.user ?? { id: data.visitorId };
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for a script element */}
      <script id="user-info" type="application/json" dangerouslySetInnerHTML={{ __html: inScript(userInfo) }} />
      <script
        id="environment"
        nonce={useServerOnly().nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for a script element
        dangerouslySetInnerHTML={{ __html: `window.ENV=${inScript(data.env)};${WITHOUT_EVAL}` }}
      />
    </>
  );
}

export default function App() {
  useLinkNavigation();
  useLeavingQuestion();
  useLightDismiss();
  useLayoutEffect(restoreTyped, []);
  useEffect(() => {
    // Effects of children run first, so all listeners are attached now.
    document.documentElement.dataset.scripts = 'ready';
    // Fetch the typeface of documents before the first one is opened.
    whenIdle(() => document.fonts.load('1em "Arbor Serif"'));
  }, []);
  return (
    <CsrfProvider value={useRootData()?.csrf ?? ''}>
      <Gate>
        <Header />
        <LoadingLine />
        <Announcement />
        <ActionAnswers>
          <Outlet />
        </ActionAnswers>
        <ToastRegion />
        <PageFocus />
        <NavigationFallback />
        <InPlaceForms />
      </Gate>
    </CsrfProvider>
  );
}

export function ErrorBoundary() {
  return (
    <CsrfProvider value={useRootData()?.csrf ?? ''}>
      <Header />
      <PageError />
    </CsrfProvider>
  );
}
