import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { outward } from '#app/address/base-path.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addToast } from '#app/ui/toasts.ts';
import { hasUnsentWork } from '#app/ui/unsent-work.ts';

/** A page that cannot be fetched would replace this one and its text by an error page. */
const mayBeOutOfReach: BlockerFunction = ({ currentLocation: { pathname, search }, nextLocation: next }) =>
  !navigator.onLine && (pathname !== next.pathname || search !== next.search);

const leavesWork: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && hasUnsentWork();

const blocks: BlockerFunction = (move) => mayBeOutOfReach(move) || leavesWork(move);

/** Returns true if the server answers: a server on this machine does without a network. */
const isReachable = (): Promise<boolean> =>
  fetch(outward('/healthz'), { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Asks before another page of the app replaces one with unsent work, and stays on the page while offline. */
export function useLeavingQuestion(): void {
  const blocker = useBlocker(blocks);
  const t = useTexts();
  const [question, offline] = [t('form.leaveUnsent'), t('form.offlinePage')];
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    const decide = (isReached: boolean) => {
      if (!isCurrent) return;
      if (!isReached) addToast({ title: offline, variant: 'destructive' });
      if (isReached && (!hasUnsentWork() || confirm(question))) blocker.proceed();
      else blocker.reset();
    };
    if (navigator.onLine) decide(true);
    else void isReachable().then(decide);
    return () => {
      isCurrent = false;
    };
  }, [blocker, question, offline]);
}
