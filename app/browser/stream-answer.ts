import { outward } from '#app/address/base-path.ts';
import { request, xsrfHeader } from '#app/browser/request.ts';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';

export type StreamedUsage = { requestId: string; cut?: AnswerCut };
type Handlers = { signal: AbortSignal; onText: (text: string) => void };
/** `refused` is the server's message before streaming began. A plain form post shows more detail. */
type Outcome = { usage: StreamedUsage } | { problem: string } | { refused: string };

const post = (fields: Record<string, string>, signal: AbortSignal) =>
  fetch(outward('/api/ai/generate'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...xsrfHeader() },
    body: JSON.stringify({ ...fields, keep: true }),
    signal,
  });

/** Posts to the API and streams the answer to `onText`. Throws AbortError. */
export async function streamAnswer(fields: Record<string, string>, { signal, onText }: Handlers): Promise<Outcome> {
  let response = await post(fields, signal);
  if (response.status === 401) {
    // This call refreshes the session; without one it opens the sign-in page.
    await request('GET', '/api/auth/me', { signal });
    response = await post(fields, signal);
  }
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (!response.ok || !isStream || !response.body) return { refused: await refusalOf(response) };
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

/** Not every browser supports async iteration of streams. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

async function refusalOf(response: Response): Promise<string> {
  // A proxy's page is not an envelope and has no message to show.
  const envelope = (await response.json().catch(() => null)) as { message?: string } | null;
  return envelope?.message ?? '';
}
