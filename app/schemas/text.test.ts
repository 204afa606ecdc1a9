import { expect, test } from 'vitest';
import { keyword } from '#app/schemas/documents.ts';
import { clientRegistration } from '#app/schemas/oauth.ts';

const nameOf = (client_name: string) =>
  clientRegistration.parse({ client_name, redirect_uris: ['https://a.example/'] }).client_name;

test.each(['😀', 'é', '花', 'x'])('a cut text ends with a whole %s', (character) => {
  expect(keyword.parse(`${'x'.repeat(199)}${character}${character}`)).toBe(`${'x'.repeat(199)}${character}`);
  expect(keyword.parse(character.repeat(300))).toBe(character.repeat(200));
  expect(nameOf(`${'x'.repeat(59)}${character}${character}`)).toBe(`${'x'.repeat(59)}${character}`);
  expect(nameOf(character.repeat(80))).toBe(character.repeat(60));
});

test('half a character is neither searched for nor in the name of a client', () => {
  for (const text of ['a\ud83d', '\ude00a', 'a\0b']) expect(keyword.parse(text)).toBe('');
  expect(nameOf('App\ud83d')).toBe('App');
  expect(nameOf('\ud83d')).toBe('OAuth');
});
