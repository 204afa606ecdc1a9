import { describe, expect, test } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { buildPerson, type GitHubPerson } from '#tests/support/github-server.ts';
import { visitor } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';
import {
  accountOf,
  comeBack,
  leaving,
  signInWithGitHub,
  signInWithGoogle,
  socialSuite,
} from '#tests/support/social-sign-in.ts';

const suite = socialSuite();
const TOKEN = { intent: 'token-create', name: 'Night backup', scope: 'read' };

/** Signs in with GitHub alone, remembered, and lets the proof of that lapse. */
async function signedInLongAgo(person: GitHubPerson): Promise<Client> {
  const who = visitor(suite.server);
  await signInWithGitHub(suite, who, person, { remember: 'on' });
  await letProofLapse(suite.server, await accountOf(who));
  return who;
}

/** Fields of the form with the providers, on the page that asks for proof. */
function providerForm(html: string): { names: string[]; fields: Record<string, string> } {
  const form = html.match(/<form[\s\S]*?<\/form>/g)!.find((each) => each.includes('/auth/'))!;
  const names = [...form.matchAll(/formaction="\/auth\/(\w+)"/gi)].map(([, name]) => name!);
  return { names, fields: Object.fromEntries(formFields(form).map(({ name, value }) => [name, value ?? ''])) };
}

const devicesOf = async (who: Client) =>
  formFields((await who.page.get('/settings')).text).filter(({ name }) => name === 'sessionId').length;

describe('proving oneself through a provider', () => {
  test('S10: brings the form back, filled, in the same session', async () => {
    const person = buildPerson();
    const who = await signedInLongAgo(person);
    const [refresh, devices] = [who.browser.cookies.get('arbor_refresh'), await devicesOf(who)];
    const asked = await who.page.post('/settings', TOKEN);
    expect(asked.status).toBe(403);
    const { names, fields } = providerForm(asked.text);
    expect(names).toEqual(['github']);
    suite.github.person = person;
    const back = await suite.github.decide(leaving(await who.page.postBlind('/auth/github', fields)));
    const answer = await comeBack(who, back);
    expect(answer.headers.get('Location')).toMatch(/^\/settings\?kept=/);
    const page = await who.page.follow(answer);
    expect(page.text).toContain('Now send the form again');
    expect(page.text).toMatch(/value="Night backup"/);
    expect([who.browser.cookies.get('arbor_refresh'), await devicesOf(who)]).toEqual([refresh, devices]);
    expect((await who.page.post('/settings', TOKEN)).status).toBe(303);
  });

  test('S10: leads on to a download, and back to it when the provider refuses', async () => {
    const person = buildPerson();
    const who = await signedInLongAgo(person);
    const asked = await who.page.follow(await who.page.get('/settings/export'));
    const depart = () => who.page.postBlind('/auth/github', providerForm(asked.text).fields);
    const refused = await comeBack(who, await suite.github.decide(leaving(await depart()), 'deny'));
    expect(refused.headers.get('Location')).toBe('/settings/export');
    suite.github.person = person;
    const answer = await comeBack(who, await suite.github.decide(leaving(await depart())));
    expect(answer.headers.get('Location')).toBe('/settings/export');
    expect((await who.page.follow(answer)).status).toBe(200);
  });

  test('C1: signing in to another account over a session ends that session', async () => {
    const person = buildPerson();
    const who = await signedInLongAgo(person);
    const left = visitor(suite.server);
    for (const [name, value] of who.browser.cookies) left.browser.cookies.set(name, value);
    await signInWithGoogle(suite, who);
    expect((await accountOf(who)).providers).toMatchObject([{ providerName: 'google' }]);
    expect(await accountOf(left)).toBeNull();
    expect((await left.api.post('/api/auth/refresh')).body.statusCode).toBe(1002);
  });
});
