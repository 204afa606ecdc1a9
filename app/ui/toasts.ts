import { useSyncExternalStore } from 'react';

/** Maximum number of toasts (specification §9). */
const LIMIT = 1;
const REMOVAL_DELAY_MS = 1_000_000;

export type ToastAction = {
  label: string;
  run: () => void;
  /** The same action without scripts. */
  form?: { action: string; intent: string; fields?: Record<string, string> };
};
export type ToastContent = {
  title: string;
  description?: string;
  action?: ToastAction;
  variant?: 'default' | 'destructive';
};
/** A dismissed toast is not `open` and is removed later. */
export type Toast = ToastContent & { id: string; open: boolean };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function change(next: readonly Toast[]): void {
  for (const id of removals.keys()) if (!next.some((toast) => toast.id === id)) cancelRemoval(id);
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, replacing the current one. */
export function addToast(content: ToastContent, id = newId()) {
  change([{ ...content, id, open: true }, ...toasts].slice(0, LIMIT));
  return {
    id,
    update: (changes: Partial<ToastContent>) => updateToast(id, changes),
    dismiss: () => dismissToast(id),
  };
}

function newId(): string {
  lastId += 1;
  return String(lastId);
}

export function updateToast(id: string, changes: Partial<ToastContent>): void {
  change(toasts.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)));
}

/** Dismisses one toast or all. They are removed after 1,000,000 ms, unless a new one replaces them earlier. */
export function dismissToast(id?: string): void {
  const isMeant = (toast: Toast) => id === undefined || toast.id === id;
  for (const toast of toasts) if (isMeant(toast)) removeLater(toast.id);
  change(toasts.map((toast) => (isMeant(toast) ? { ...toast, open: false } : toast)));
}

/** Removes one toast or all at once. */
export function removeToast(id?: string): void {
  change(id === undefined ? [] : toasts.filter((toast) => toast.id !== id));
}

function removeLater(id: string): void {
  if (removals.has(id)) return;
  removals.set(
    id,
    setTimeout(() => removeToast(id), REMOVAL_DELAY_MS),
  );
}

function cancelRemoval(id: string): void {
  clearTimeout(removals.get(id));
  removals.delete(id);
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

const NONE: readonly Toast[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the toasts, at most one. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, getToasts, () => NONE);
}
