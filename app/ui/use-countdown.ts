import { useEffect, useMemo, useRef } from 'react';

/** Calls `onEnd` after `ms`. Time in a window without focus or while paused does not count. */
export function useCountdown(ms: number, onEnd: () => void) {
  const end = useRef(onEnd);
  end.current = onEnd;
  const countdown = useMemo(() => createCountdown(ms, () => end.current()), [ms]);
  useEffect(() => {
    const onBlur = () => countdown.pause('window');
    const onFocus = () => countdown.resume('window');
    if (document.hasFocus()) onFocus();
    else onBlur();
    countdown.restart();
    window.addEventListener('blur', onBlur);
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('focus', onFocus);
      countdown.pause('window');
    };
  }, [countdown]);
  return countdown;
}

type Reason = 'window' | 'pointer' | 'focus';

/** Creates a countdown, which `restart` begins. It runs only while there is no reason to pause it. */
export function createCountdown(ms: number, onEnd: () => void) {
  const reasons = new Set<Reason>();
  let left = ms;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - startedAt;
  };
  const start = () => {
    if (timer !== undefined || reasons.size > 0) return;
    startedAt = Date.now();
    timer = setTimeout(onEnd, Math.max(0, left));
  };
  const pause = (reason: Reason) => {
    reasons.add(reason);
    stop();
  };
  const resume = (reason: Reason) => {
    if (reasons.delete(reason)) start();
  };
  const restart = () => {
    stop();
    left = ms;
    start();
  };
  return { pause, resume, restart };
}
