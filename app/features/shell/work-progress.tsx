import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const EVERY_SECONDS = 3;

type WorkProgressProps = {
  /** Names the bar. */
  label: string;
  /** Null while the amount of work is not known. */
  progress: { done: number; total: number } | null;
  /** Says how far the work is. */
  text: string;
};

/** Shows how far work on the server is. The page asks again; without scripts it loads itself anew. */
export function WorkProgress({ label, progress, text }: WorkProgressProps) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), EVERY_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <div className="work-progress">
      <noscript>
        <meta httpEquiv="refresh" content={String(EVERY_SECONDS)} />
      </noscript>
      <progress aria-label={label} {...(progress && { value: progress.done, max: progress.total })} />
      <p>{text}</p>
    </div>
  );
}
