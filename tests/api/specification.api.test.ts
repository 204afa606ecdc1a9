import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#app/errors.ts';
import { describeServers, sharedServer } from '#tests/support/api-server.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';

// Lines of the specification without a test elsewhere; docs/specification.md lists all.

const server = () => sharedServer();

const LONG = `${'a'.repeat(250)}@example.com`;
const REGISTRATION = [
  ['email', '', 'Email is required'],
  ['email', 'a@', 'Email is too short'],
  ['email', LONG, 'Email is too long'],
  ['email', 'nobody', 'Email is invalid'],
  ['password', '', 'Password is required'],
  ['password', 'Aa1bc', 'Password is too short'],
  ['password', `Aa1${'b'.repeat(98)}`, 'Password is too long'],
  ['password', 'garden12', 'Password must contain uppercase, lowercase letters and numbers'],
  ['password', 'Gardener', 'Password must contain uppercase, lowercase letters and numbers'],
] as const;

describe('validation', () => {
  it.each(REGISTRATION)('specification §5: %s "%s" is answered with %s', async (field, value, message) => {
    const fields = { email: newEmail('valid'), password: PASSWORD, [field]: value };
    const headers = { 'Accept-Language': 'en' };
    const { status, body } = await visitor(server()).api.post('/api/auth/register', fields, { headers });
    expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
  });

  it('specification §5: each message exists in Chinese, and is another one', async () => {
    const [english, chinese] = await Promise.all(
      ['en', 'zh'].map(async (lng) => (await fetch(`${server().url}/locales/${lng}.json`)).json()),
    );
    const paths = (map: object, at = ''): string[] =>
      Object.entries(map).flatMap(([key, value]) =>
        typeof value === 'string' ? [`${at}${key}`] : paths(value, `${at}${key}.`),
      );
    const withoutPlural = (path: string) => path.replace(/_(?:one|other)$/, '');
    const known = (map: { validation: object }) => new Set(paths(map.validation).map(withoutPlural));
    expect(known(chinese)).toEqual(known(english));
    const values = (map: { validation: object }) => JSON.stringify(map.validation);
    expect(values(chinese)).toMatch(/\p{Script=Han}/u);
    expect(values(english)).not.toMatch(/\p{Script=Han}/u);
  });

  it('specification §5: an address is trimmed and lower-cased', async () => {
    const email = newEmail('case');
    const { body } = await visitor(server()).api.post('/api/auth/register', {
      email: `  ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(body.data).toEqual({ email });
  });

  it.each([6, 100])('specification §9: a password of %i characters is long enough and short enough', async (length) => {
    const password = `Aa1${'b'.repeat(length - 3)}`;
    const { status } = await visitor(server()).api.post('/api/auth/register', { email: newEmail('length'), password });
    expect(status).toBe(200);
  });

  it.each(['', 'ABCDE', 'ABCDEFG'])('specification §5: a code has exactly 6 characters: "%s" is 422', async (code) => {
    const fields = { email: newEmail('code'), code, type: 'register' };
    const { status, body } = await visitor(server()).api.post('/api/auth/code/validate', fields);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['code']]);
  });

  it('specification §5: the type of a code is one of four', async () => {
    const ask = (type: string) =>
      visitor(server()).api.post('/api/auth/code/validate', { email: newEmail('type'), code: 'ABCDEF', type });
    const answers = await Promise.all(['register', 'reset-password', 'change-email', '2fa', 'other'].map(ask));
    expect(answers.map(({ status }) => status === 422)).toEqual([false, false, false, false, true]);
  });
});

it('specification §8: the catalogue has every numbered code, and no other beside HTTP’s own', () => {
  const numbers = [
    ...[1000, 1001, 1002, 1003, 1004, 1006, 1007, 1008, 1009, 1100, 1200, 2001, 2002, 2003, 2004, 3000],
    ...[4001, 4002, 4003, 4004, 4005, 4101, 4102, 4103, 4104, 5001, 5002, 5003, 5004, 5005, 5006, 5007, 5008],
  ];
  const catalogue = Object.values(ERROR_CODES).filter((code) => code >= 1000);
  expect(catalogue.sort((a, b) => a - b)).toEqual(numbers);
});

describeServers('lists', (running) => {
  it('specification §9: page 1 of 10, by createdAt, ascending, unless asked otherwise', async () => {
    const person = await newPerson(running(), 'lists');
    for (let number = 1; number <= 11; number += 1) await makeDocument(person, { title: `Leaf ${number}` });
    const { body } = await person.api.get('/api/documents');
    const titles = body.data.items.map(({ title }: { title: string }) => title);
    expect([body.data.page, body.data.limit, body.data.total]).toEqual([1, 10, 11]);
    expect(titles).toEqual(Array.from({ length: 10 }, (_value, index) => `Leaf ${index + 1}`));
    const last = await person.api.get('/api/documents?order=desc&limit=1');
    expect(last.body.data.items.map(({ title }: { title: string }) => title)).toEqual(['Leaf 11']);
  });
});

describe('languages', () => {
  const languageOf = async (path: string, headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec(await (await fetch(server().url + path, { headers })).text())?.[1];

  it.each([
    ['the query first', '/login?lng=zh', { Cookie: 'i18next=en', 'Accept-Language': 'en' }, 'zh'],
    ['then the cookie', '/login', { Cookie: 'i18next=zh', 'Accept-Language': 'en' }, 'zh'],
    ['then the browser’s', '/login', { 'Accept-Language': 'fr, zh-CN;q=0.8, en;q=0.5' }, 'zh'],
    ['English at last', '/login', { 'Accept-Language': 'fr' }, 'en'],
    ['unknown values are passed over', '/login?lng=xx', { Cookie: 'i18next=yy', 'Accept-Language': 'zh' }, 'zh'],
  ])('specification §9: a language is found in order: %s', async (_name, path, headers, expected) => {
    expect(await languageOf(path, headers)).toBe(expected);
  });

  it('specification §9: without a choice the theme is dark', async () => {
    const html = await (await fetch(`${server().url}/login`)).text();
    expect(html).toMatch(/<html [^>]*class="dark"/);
  });
});
