import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const EVERY_SECONDS = 3;

type WorkProgressProps = {
  /** Accessible name of the progress bar. */
  label: string;
  /** Null while the total is unknown. */
  progress: { done: number; total: number } | null;
  /** Localized description of the progress, shown below the bar. */
  text: string;
};

/** Shows the progress of work on the server. The page polls; without JavaScript it reloads itself. */
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
