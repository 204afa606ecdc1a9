import { expect, it } from 'vitest';
import { schemeFor } from '#app/features/editor/browser/writing/typed-address.ts';

const HOSTS = ['example.com', 'example.com/path', 'www.x.org', 'a.b.co.uk:8080?q=1', 'münchen.de', 'www.notes.md'];
const PATHS = ['/doc/1', '#part', './a.com', '../a.com', 'notes.md', 'notes.md#part', 'a.pdf', 'word', ''];
const OTHERS = ['https://e.org', 'mailto:a@b.org', '1.2', 'e.g', 'a b.com'];

it.each([
  ['https://', [...HOSTS, 'x.org/a.md']],
  ['mailto:', ['ada@example.com', 'a.b+c@mail.example.org']],
  ['', [...PATHS, ...OTHERS]],
])('%j is put before what is typed', (scheme, addresses) => {
  for (const address of addresses) expect([address, schemeFor(address)]).toEqual([address, scheme]);
});
