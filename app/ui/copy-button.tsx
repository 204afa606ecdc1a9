import { useEffect, useState } from 'react';

type CopyButtonProps = { text: string; label: string /** Said once it is done. */; done: string };

const SAID_MS = 3000;

/** Puts a text where it can be pasted from. Without a script, or where browsers do not allow it, there is no button. */
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
      // Not allowed after all: the text stands beside it, to be copied by hand.
      () => setAble(false),
    );
  return (
    <>
      <button className="button" type="button" onClick={copy}>
        {isDone ? done : label}
      </button>
      <span className="sr-only" role="status">
        {isDone ? done : ''}
      </span>
    </>
  );
}
