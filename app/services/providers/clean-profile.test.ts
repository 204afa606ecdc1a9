import { expect, test } from 'vitest';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { cleanProfile } from '#app/services/providers/clean-profile.ts';

const profile = (traits: Partial<ProviderProfile>): ProviderProfile => ({
  providerName: 'github',
  providerId: '1',
  verifiedEmail: 'octo@example.com',
  displayName: 'Octo',
  imageUrl: null,
  groups: null,
  ...traits,
});
const nameOf = (displayName: string | null) => cleanProfile(profile({ displayName })).displayName;
const imageOf = (imageUrl: string | null) => cleanProfile(profile({ imageUrl })).imageUrl;
const emailOf = (verifiedEmail: string | null) => cleanProfile(profile({ verifiedEmail })).verifiedEmail;

test('a name is kept as it is, in any script', () => {
  for (const name of ['Ada', '王小明', 'Ζωή', '👩‍🚀 Ada', 'ada@work']) expect(nameOf(name)).toBe(name);
});

test('a name that is missing or blank is none', () => {
  for (const name of [null, '', '  \t ', '\0', '\u202e']) expect(nameOf(name)).toBeNull();
});

test('a long name ends at 60 code points, and never within an emoji', () => {
  expect([...nameOf('王'.repeat(500))!]).toHaveLength(60);
  const family = '👨‍👩‍👧‍👦';
  const cut = nameOf(`${'a'.repeat(55)}${family}`);
  expect(cut).toBe('a'.repeat(55));
  expect(nameOf(`${'a'.repeat(53)}${family}`)).toBe(`${'a'.repeat(53)}${family}`);
});

test('F2: marks that would turn the text of a page around, NUL and halves of characters go', () => {
  expect(nameOf('Ada\u202egro.live\u2066\0\r\nX')).toBe('Adagro.liveX');
  expect(nameOf('Ada \ud800')).toBe('Ada \ufffd');
  expect(nameOf('A\u061cd\u200ea\u200f\u2028\u2029')).toBe('Ada');
});

test('F2: a picture comes from the web or not at all', () => {
  expect(imageOf('https://example.com/a.png')).toBe('https://example.com/a.png');
  for (const url of [
    null,
    '',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//example.com/a.png',
    'x',
    'file:///etc',
  ])
    expect([url, imageOf(url)]).toEqual([url, null]);
  expect(imageOf(`https://example.com/${'a'.repeat(5000)}`)).toBeNull();
});

test('an address is one like any other here', () => {
  expect(emailOf(' Octo@Example.COM ')).toBe('octo@example.com');
  for (const email of [null, '', 'octo', 'a'.repeat(300)]) expect(emailOf(email)).toBeNull();
});

test('an id that could not be kept as it is is refused', () => {
  for (const providerId of ['\0', 'a\ud800', 'a'.repeat(300)]) {
    expect(() => cleanProfile(profile({ providerId }))).toThrow('An unusable id');
  }
});
