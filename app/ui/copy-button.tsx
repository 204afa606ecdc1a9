import { useEffect, useState } from 'react';
import { copyText } from '#app/ui/copy-text.ts';

type CopyButtonProps = { text: string; label: string /** `done` replaces it after copying. */; done: string };

const SAID_MS = 3000;

/** Copies a text to the clipboard. Not rendered without JavaScript, or once the browser has refused. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isAble, setAble] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => setAble(true), []);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  if (!isAble) return null;
  const copy = async () => {
    if (await copyText(text)) setDone(true);
    // Refused: the text beside the button is copied by hand.
    else setAble(false);
  };
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
