import type { Person } from '#tests/support/people.ts';

export type StreamEvent = { event: string; data: Record<string, unknown> };

/** Posts to the API without reading the body of the response. */
export function openStream(person: Person, body: object, init: RequestInit = {}, url = person.url): Promise<Response> {
  const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${url}/api/ai/generate`, {
    method: 'POST',
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/json',
      'Accept-Encoding': 'gzip',
      'X-XSRF-TOKEN': person.browser.cookies.get('XSRF-TOKEN') ?? '',
    },
    body: JSON.stringify(body),
    ...init,
  });
}

/** Parses the events of a complete stream; unnamed ones are `message`. */
export function eventsOf(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? 'message',
      data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!),
    }));
}

/** Returns the answer of all events as one text. */
export const textOf = (events: StreamEvent[]): string =>
  events
    .filter(({ event }) => event === 'message')
    .map(({ data }) => data.text)
    .join('');
