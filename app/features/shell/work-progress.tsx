import { useEffect } from 'react';
import { useReload } from '#app/features/shell/use-reload.ts';

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
  const reload = useReload();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const waitAndReload = () => {
      timer = setTimeout(() => void reload().then(() => isLeft || waitAndReload()), EVERY_SECONDS * 1000);
    };
    waitAndReload();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [reload]);
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
