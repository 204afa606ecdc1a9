import type { Attack } from '#tests/stall/attack.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument } from '#tests/support/people.ts';

const KILOBYTE = 1024;
const THREADS = 100;

type Quoted = { text: string; quote: string; change: (text: string) => string; threads?: number };

/** Texts whose passages are hard to find again, with the words that threads quote. */
const QUOTED: Record<string, Quoted> = {
  'few words that nearly stand everywhere in a short text': {
    text: 'a'.repeat(20_000),
    quote: `${'a'.repeat(298)}b`,
    change: (text) => `a${text}`,
    threads: 5,
  },
  'words that occur everywhere': {
    text: 'again and '.repeat(100 * KILOBYTE),
    quote: 'again and again and again',
    change: (text) => `again ${text}`,
  },
  'one letter': { text: 'a'.repeat(1000 * KILOBYTE), quote: 'a'.repeat(300), change: (text) => `b${text}` },
  'words that are gone': {
    text: `The hedge is cut in March. ${'Nothing else. '.repeat(70 * KILOBYTE)}`,
    quote: 'The hedge is cut in March',
    change: (text) => text.replace('The hedge is cut in March. ', ''),
  },
  'words that nearly stand everywhere': {
    text: `${'The hedge is cut in Marc '.repeat(40 * KILOBYTE)}The hedge is cut in March`,
    quote: 'The hedge is cut in March',
    change: (text) => text.slice(0, -1),
  },
  Chinese: { text: '文档在树里生长'.repeat(40 * KILOBYTE), quote: '树里生长文档在', change: (text) => `新${text}` },
};

/** Comments on long texts: the passages are found again at each reading and each save. */
export function conversations(person: Client): Attack[] {
  return Object.entries(QUOTED).flatMap(([name, { text, quote, change, threads = THREADS }]) => {
    let id = '';
    const prepare = async () => {
      if (id !== '') return;
      ({ id } = await makeDocument(person, { content: text }));
      for (let nth = 0; nth < threads; nth += 1)
        await person.api.post(`/api/documents/${id}/comments`, {
          body: `Comment ${nth}`,
          quote,
          prefix: text.slice(nth, nth + 20),
          suffix: text.slice(-20 - nth, -1 - nth),
        });
    };
    const act = (way: string, run: () => Promise<unknown>): Attack => ({
      kind: 'comments',
      name: `${name}: ${way}`,
      prepare,
      run,
    });
    return [
      act('one comment more', () => person.api.post(`/api/documents/${id}/comments`, { body: 'One more', quote })),
      act('list', () => person.api.get(`/api/documents/${id}/comments`)),
      act('page', () => person.page.get(`/doc/${id}`)),
      act('save', () => person.api.patch(`/api/documents/${id}`, { content: change(text) })),
      act('list after the save', () => person.api.get(`/api/documents/${id}/comments`)),
      act('page after the save', () => person.page.get(`/doc/${id}`)),
    ];
  });
}
