import { useRouteLoaderData } from 'react-router';
import type { Language } from '#app/i18n/language.ts';
import type { Theme } from '#app/schemas/theme.ts';

/** What the root loader gives every page. */
export type RootData = {
  /** Null for a visitor. */
  user: { id: string; email: string; displayName: string | null; imageUrl: string | null; isAdmin: boolean } | null;
  visitorId: string;
  lng: Language;
  theme: Theme;
  /** How documents are set in this browser. */
  look: { isWide: boolean; isSmall: boolean };
  csrf: string;
  toast: ToastData | null;
  /** The fields of a form given back after signing in again. */
  kept: Record<string, string> | null;
  /** Whether the interface has AI in it. */
  hasAi: boolean;
  env: { SENTRY_DSN?: string };
  /** The server's clock, so that "3 hours ago" reads alike on both sides of hydration. */
  now: number;
};
export type ToastData = {
  key: string;
  values?: Record<string, string | number>;
  undo?: { action: string; intent: string };
  variant?: 'default' | 'destructive';
};

/** Undefined only where the root itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined;
}
