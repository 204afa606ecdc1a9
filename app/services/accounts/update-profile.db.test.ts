import { expect, test } from 'vitest';
import { profile } from '#app/schemas/settings.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import { updateProfile } from '#app/services/accounts/update-profile.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { tally } from '#tests/support/outcome.ts';

let count = 0;
const newName = () => `name${++count}`;

describeOnBoth('a profile', () => {
  test('keeps a name, a user name trimmed and in lower case, and a picture; blank takes each back', async () => {
    const olga = await buildUser();
    const username = newName();
    const given = {
      displayName: ' Olga 王 ',
      username: ` ${username.toUpperCase()} `,
      imageUrl: 'https://example.com/o.png',
    };
    await updateProfile(olga, profile.parse(given));
    expect(await getAccount(olga)).toMatchObject({ ...given, displayName: 'Olga 王', username });
    await updateProfile(olga, profile.parse({ displayName: '', username: ' ', imageUrl: '' }));
    expect(await getAccount(olga)).toMatchObject({ displayName: null, username: null, imageUrl: null });
  });

  test('1004: of many who want a user name at once one gets it, and may give it up again', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUser()));
    const wanted = { displayName: null, username: newName(), imageUrl: null };
    expect(await tally(people.map((person) => updateProfile(person, wanted)))).toEqual({ ok: 1, usernameExists: 7 });
    const accounts = await Promise.all(people.map((person) => getAccount(person)));
    const owner = people[accounts.findIndex(({ username }) => username === wanted.username)]!;
    expect(await tally([updateProfile(owner, wanted)])).toEqual({ ok: 1 });
    await updateProfile(owner, { ...wanted, username: null });
    expect(await tally(people.slice(0, 1).map((person) => updateProfile(person, wanted)))).toEqual({ ok: 1 });
  });
});

test('a user name has 20 characters at most, a picture an address of the web', () => {
  const isValid = (fields: object) => profile.safeParse(fields).success;
  expect([isValid({ username: '苗'.repeat(20) }), isValid({ username: 'x'.repeat(21) })]).toEqual([true, false]);
  for (const imageUrl of ['http://example.com/a.png', 'https://example.com/', ' https://example.com/ ']) {
    expect([imageUrl, isValid({ imageUrl })]).toEqual([imageUrl, true]);
  }
  const wrong = [
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//example.com',
    'nonsense',
    `https://a.b/${'x'.repeat(2000)}`,
  ];
  for (const imageUrl of wrong) expect([imageUrl, isValid({ imageUrl })]).toEqual([imageUrl, false]);
});
