import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addToast } from '#app/ui/toasts.ts';
import { hasUnsentWork } from '#app/ui/unsent-work.ts';

/** A page that cannot be fetched would replace this one and its text by an error page. */
const isOutOfReach: BlockerFunction = ({ currentLocation: { pathname, search }, nextLocation: next }) =>
  !navigator.onLine && (pathname !== next.pathname || search !== next.search);

const leavesWork: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && hasUnsentWork();

const blocks: BlockerFunction = (move) => isOutOfReach(move) || leavesWork(move);

/** Asks before another page of the app replaces one with unsent work, and stays on the page while offline. */
export function useLeavingQuestion(): void {
  const blocker = useBlocker(blocks);
  const t = useTexts();
  const [question, offline] = [t('form.leaveUnsent'), t('form.offlinePage')];
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!navigator.onLine) {
      addToast({ title: offline, variant: 'destructive' });
      blocker.reset();
    } else if (!hasUnsentWork() || confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question, offline]);
}
