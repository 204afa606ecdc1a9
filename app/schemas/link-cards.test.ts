import { expect, it } from 'vitest';
import { linkCardOf } from '#app/schemas/link-cards.ts';

it('knows videos and drawings by their addresses, and nothing else', () => {
  const known = {
    'https://www.youtube.com/watch?v=abc_DEF-123': 'YouTube',
    'https://youtu.be/abcDEF12345?t=3': 'YouTube',
    'https://vimeo.com/123456': 'Vimeo',
    'https://excalidraw.com/#json=abc,def': 'Excalidraw',
    'https://www.figma.com/design/Abc123/Name': 'Figma',
    'https://viewer.diagrams.net/?url=x': 'draw.io',
  };
  for (const [address, name] of Object.entries(known)) expect(linkCardOf(address)?.name, address).toBe(name);
  for (const address of [
    'https://www.youtube.com/',
    'http://youtu.be/abcDEF12345',
    'https://youtube.com.evil.example/watch?v=abcdef',
    'https://example.com/watch?v=abcdef',
    'javascript:alert(1)',
    'not an address',
  ])
    expect(linkCardOf(address), address).toBeNull();
});
