import { type RouterContextProvider, redirect } from 'react-router';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';

type Context = Readonly<RouterContextProvider>;

/** A message shown once on the next page. `undo` is a form: its action, intent and other fields. */
export type Toast = {
  key: string;
  values?: Record<string, string | number>;
  undo?: { action: string; intent: string; fields?: Record<string, string> };
  variant?: 'default' | 'destructive';
  /** Keys of drafts in this browser that the form has settled, separated by blanks. */
  drafts?: string | undefined;
};

const COOKIE = 'arbor_toast';
const VALUE_MAX = 80;
/** Browsers refuse cookies over 4,096 bytes, name and attributes included. */
const COOKIE_MAX_BYTES = 3900;

/** Redirects with 303 after a successful action; the next page shows the toast. */
export function redirectWithToast(context: Context, to: string, toast: Toast): Response {
  setToast(context, toast);
  return redirect(to, 303);
}

/** The toast of sorted documents. `former` is their order before, for its Undo on the page at `action`. */
export function sortedToast(action: string, former: string | null): Toast {
  const undo = former ? { action, intent: 'sort-undo', fields: { former } } : null;
  return { key: 'childrenSorted', ...(undo ? { undo } : {}) };
}

/**
 * Sets the toast of the next page, independent of a redirect. One that is too long for a cookie loses the query of its
 * undo's page, or its undo.
 */
export function setToast(context: Context, toast: Toast): void {
  const values = Object.entries(toast.values ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? shortened(value) : value,
  ]);
  const { undo, ...rest } = { ...toast, values: Object.fromEntries(values) };
  const encode = (kept: Toast['undo']) =>
    Buffer.from(JSON.stringify(kept ? { ...rest, undo: kept } : rest)).toString('base64url');
  const encoded = [undo, undo && { ...undo, action: undo.action.split('?')[0]! }].map(encode);
  const fitting = encoded.find((text) => text.length <= COOKIE_MAX_BYTES) ?? encode(undefined);
  context.get(cookiesContext).set(ownCookie(COOKIE), fitting, { maxAge: 60 });
}

/** Cuts between code points, as half an emoji is no text. */
function shortened(value: string): string {
  const letters = [...value];
  return letters.length > VALUE_MAX ? `${letters.slice(0, VALUE_MAX).join('')}…` : value;
}

/** Returns the toast for this page and clears it. */
export function takeToast(context: Context): Toast | null {
  const cookies = context.get(cookiesContext);
  const value = cookies.get(ownCookie(COOKIE));
  if (!value) return null;
  cookies.clear(ownCookie(COOKIE));
  try {
    const toast: Toast = JSON.parse(Buffer.from(value, 'base64url').toString());
    return typeof toast?.key === 'string' ? toast : null;
  } catch {
    // Ignore a malformed cookie.
    return null;
  }
}
