import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openingPath } from '#app/address/opening-path.ts';

/** `problem` is the server's message; `kept` is the id of the stored answer while its page is `opening`. */
export type Streamed = {
  state: 'idle' | 'working' | 'opening' | 'stopped' | 'broken';
  text: string;
  problem: string;
  kept: string | null;
};

const IDLE: Streamed = { state: 'idle', text: '', problem: '', kept: null };

/**
 * Streams a form's answer into the page, then opens the address at which the server keeps it. The streaming code loads
 * on the first submit; if it fails to load or the request is refused, the form is posted normally.
 */
export function useAnswerStream(docId: string | null) {
  const [streamed, setStreamed] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation, to the answer or back, ends what was streamed
  useEffect(() => setStreamed((shown) => (shown.state === 'working' ? shown : IDLE)), [key]);
  /** The document's page that is shown; replaced when another one or none is. */
  const shownPage = useRef<object | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one page for each document
  useEffect(() => {
    shownPage.current = {};
    setStreamed(IDLE);
    return () => {
      shownPage.current = null;
    };
  }, [docId]);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = fieldsOf(form, docId);
    const stop = new AbortController();
    running.current = stop;
    const page = shownPage.current;
    const from = openingPath();
    // The server keeps the answer of a page that was left.
    const isLeft = () => shownPage.current !== page || openingPath() !== from;
    let text = '';
    setStreamed({ ...IDLE, state: 'working' });
    try {
      const { streamAnswer } = await import('#app/browser/stream-answer.ts');
      const onText = (piece: string) => {
        text += piece;
        if (isLeft()) return;
        setStreamed({ ...IDLE, state: 'working', text });
      };
      const outcome = await streamAnswer(fields, { signal: stop.signal, onText });
      if (isLeft()) return;
      if ('refused' in outcome) return postPlainly(form);
      if ('problem' in outcome) return setStreamed({ ...IDLE, state: 'broken', text, problem: outcome.problem });
      const { requestId } = outcome.usage;
      setStreamed({ ...IDLE, state: 'opening', text, kept: requestId });
      await navigate(`?answer=${requestId}`);
    } catch (error) {
      if (isLeft()) return console.warn('The answer of a page that was left broke off:', error);
      if (!stop.signal.aborted && text === '') return postPlainly(form);
      if (!stop.signal.aborted) console.error('The answer broke off:', error);
      setStreamed({ ...IDLE, state: stop.signal.aborted ? 'stopped' : 'broken', text });
    }
  };
  return { streamed, onSubmit, stop: () => running.current?.abort() };
}

/** Bypasses the submit listener, which would stream again. */
const postPlainly = (form: HTMLFormElement) => HTMLFormElement.prototype.submit.call(form);

function fieldsOf(form: HTMLFormElement, docId: string | null): Record<string, string> {
  const given = [...new FormData(form)].filter(([name, value]) => name !== 'csrf' && name !== 'intent' && value !== '');
  return Object.fromEntries([...given, ...(docId ? [['docId', docId]] : [])]) as Record<string, string>;
}
