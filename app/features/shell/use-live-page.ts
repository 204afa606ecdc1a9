import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { PageEvent } from '#app/browser/events.ts';
import { whenIdle } from '#app/features/shell/when-idle.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addToast } from '#app/ui/toasts.ts';

/** Events within this time cause one reload. */
const GATHER_MS = 400;

type Shown = { id: string; version: number } | null;

/**
 * Keeps the page up to date with other people's changes: text, tree and lists. `shown` is the document of the page.
 * Without JavaScript, pages do not update.
 */
export function useLivePage(isSignedIn: boolean, shown: Shown): void {
  const t = useTexts();
  const { revalidate } = useRevalidator();
  const latest = useRef({ shown, revalidate, t });
  latest.current = { shown, revalidate, t };
  useEffect(() => {
    if (!isSignedIn) return;
    const left = new AbortController();
    const { signal } = left;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStale = false;
    let reloadPage = () => latest.current.revalidate();
    const reload = () => {
      if (!isStale || document.hidden || signal.aborted) return;
      isStale = false;
      void reloadPage();
    };
    const onEvent = (event: PageEvent) => {
      const { shown, t } = latest.current;
      if (event.kind === 'document' && (event.data.id !== shown?.id || event.data.version <= shown.version)) return;
      if (event.kind === 'comments' && event.data.id !== shown?.id) return;
      if (event.kind === 'document') notifyOfChange(event.data.updatedBy, t as never);
      isStale = true;
      clearTimeout(timer);
      timer = setTimeout(reload, GATHER_MS);
    };
    document.addEventListener('visibilitychange', reload, { signal });
    whenIdle(() => {
      import('#app/browser/live-page.ts').then(
        ({ followEvents, followReturn, reloadWhenConnected }) => {
          if (signal.aborted) return;
          reloadPage = () => reloadWhenConnected(() => latest.current.revalidate());
          let stop = followEvents(onEvent);
          signal.addEventListener('abort', () => stop());
          // An open connection would keep the page out of the back/forward cache.
          addEventListener('pagehide', () => stop(), { signal });
          followReturn((isKept) => {
            if (isKept) stop = followEvents(onEvent);
            void reloadPage();
          }, signal);
        },
        (error: unknown) => console.warn('The page stays as it was loaded:', error),
      );
    });
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [isSignedIn]);
}

/** The new text replaces the old one in place. A toast informs readers who scrolled down. */
function notifyOfChange(name: string | null, t: (key: string, values: { name: string }) => string): void {
  if (scrollY > innerHeight / 2 && name) addToast({ title: t('live.changed', { name }) });
}
