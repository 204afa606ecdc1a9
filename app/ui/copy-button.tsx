import { useEffect, useState } from 'react';

type CopyButtonProps = { text: string; label: string /** `done` replaces it after copying. */; done: string };

const SAID_MS = 3000;

/** Copies a text to the clipboard. Not rendered without JavaScript or clipboard access. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isAble, setAble] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => setAble('clipboard' in navigator), []);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  if (!isAble) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      // The clipboard was refused: show the text for copying by hand.
      () => setAble(false),
    );
  return (
    <>
      <button className="button script-only" type="button" onClick={copy}>
        {isDone ? done : label}
      </button>
      <span className="sr-only" role="status">
        {isDone ? done : ''}
      </span>
    </>
  );
}
