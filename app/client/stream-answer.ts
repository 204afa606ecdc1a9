import { xsrfHeader } from '#app/client/request.ts';

export type StreamedUsage = { totalTokens: number; estimated: boolean };
type Handlers = { signal: AbortSignal; onText: (text: string) => void };
type Outcome = { usage: StreamedUsage } | { problem: string };

/**
 * Posts to the API and hands on the answer as it comes. Null when it was refused before it began: then the plain form
 * says why, better than this could. Throws AbortError.
 */
export async function streamAnswer(
  fields: Record<string, string>,
  { signal, onText }: Handlers,
): Promise<Outcome | null> {
  const response = await fetch('/api/ai/generate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...xsrfHeader() },
    body: JSON.stringify(fields),
    signal,
  });
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (!response.ok || !isStream || !response.body) return null;
  let waiting = '';
  for await (const piece of piecesOf(response.body)) {
    const events = (waiting + piece).split('\n\n');
    waiting = events.pop() ?? '';
    for (const event of events) {
      const { name, data } = parse(event);
      if (name === 'usage') return { usage: data as StreamedUsage };
      if (name === 'error') return { problem: (data as { message: string }).message };
      onText((data as { text: string }).text);
    }
  }
  return { problem: '' };
}

function parse(event: string): { name: string | undefined; data: unknown } {
  const name = /^event: (.*)$/m.exec(event)?.[1];
  return { name, data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}') };
}

/** Not every browser can iterate a stream. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}
