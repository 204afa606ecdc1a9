import { useEffect, useRef } from 'react';

/** Shows a form's errors as a whole. Takes focus, so that it is read first, with and without JavaScript. */
export function FormSummary({ errors, id = 'form-summary' }: { errors: string[] | undefined; id?: string }) {
  const summary = useRef<HTMLDivElement>(null);
  const text = errors?.join(' ') ?? '';
  useEffect(() => {
    if (text) summary.current?.focus();
  }, [text]);
  if (!text) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary of a failed form is where reading goes on
    <div ref={summary} id={id} className="summary" role="alert" tabIndex={-1} autoFocus>
      {text}
    </div>
  );
}
