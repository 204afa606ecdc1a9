import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import { hasUnsentWork } from '#app/ui/unsent-work.ts';

const leavesWork: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && hasUnsentWork();

/** Asks before another page of the app replaces one with unsent work. */
export function useLeavingQuestion(): void {
  const blocker = useBlocker(leavesWork);
  const question = useTexts()('form.leaveUnsent');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
}
