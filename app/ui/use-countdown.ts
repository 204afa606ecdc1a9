import { useEffect, useMemo, useRef } from 'react';

/** Calls `onEnd` after `ms`. Time in a hidden window or while paused does not count. */
export function useCountdown(ms: number, onEnd: () => void) {
  const end = useRef(onEnd);
  end.current = onEnd;
  const countdown = useMemo(() => createCountdown(ms, () => end.current()), [ms]);
  useEffect(() => {
    countdown.restart();
    window.addEventListener('blur', countdown.pause);
    window.addEventListener('focus', countdown.resume);
    return () => {
      window.removeEventListener('blur', countdown.pause);
      window.removeEventListener('focus', countdown.resume);
      countdown.pause();
    };
  }, [countdown]);
  return countdown;
}

function createCountdown(ms: number, onEnd: () => void) {
  let left = ms;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - startedAt;
  };
  const resume = () => {
    if (timer !== undefined) return;
    startedAt = Date.now();
    timer = setTimeout(onEnd, Math.max(0, left));
  };
  const restart = () => {
    pause();
    left = ms;
    resume();
  };
  return { pause, resume, restart };
}
