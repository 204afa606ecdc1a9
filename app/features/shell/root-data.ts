import { useRouteLoaderData } from 'react-router';
import type { Language } from '#app/i18n/language.ts';
import type { SideLook } from '#app/schemas/side.ts';
import type { Theme } from '#app/schemas/theme.ts';
import type { Branding } from '#app/services/branding/branding.ts';

/** The data that the root loader gives every page. */
export type RootData = {
  /** Null for a visitor. */
  user: { id: string; email: string; displayName: string | null; imageUrl: string | null; isAdmin: boolean } | null;
  /** True if the account must accept the terms or set up a second factor before anything else. */
  setUpFirst: boolean;
  /** Version of the installation's terms; null without any. */
  terms: string | null;
  /** Minimum number of characters of a new password. */
  passwordMin: number;
  /** The operator's announcement, for people who are signed in and on the sign-in page. */
  announcement: { id: string; text: string } | null;
  installationName: string;
  /** Addresses of the installation's own logo and accent. */
  branding: Branding;
  /** Name of the organisation's sign-in; null without one. */
  organisation: string | null;
  /** False if people sign in at a provider only. */
  hasPasswords: boolean;
  /** Days without use after which a remembered session ends. */
  sessionDays: number;
  /** Number of unread notifications. */
  unread: number;
  visitorId: string;
  lng: Language;
  theme: Theme;
  /** The reading look in this browser. */
  look: { isWide: boolean; isSmall: boolean };
  /** The sidebar in this browser. */
  side: SideLook;
  csrf: string;
  toast: ToastData | null;
  /** Fields of a saved form, returned after signing in again. */
  kept: Record<string, string> | null;
  /** True if AI features are shown. */
  hasAi: boolean;
  hasPdf: boolean;
  /** True if this server fetches images of other hosts. */
  hasPictureProxy: boolean;
  env: { SENTRY_DSN?: string };
  /** The server's clock, so that relative times match on hydration. */
  now: number;
};
export type ToastData = {
  key: string;
  values?: Record<string, string | number>;
  undo?: { action: string; intent: string; fields?: Record<string, string> };
  variant?: 'default' | 'destructive';
  drafts?: string | undefined;
};

/** Undefined only if the root itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined;
}
