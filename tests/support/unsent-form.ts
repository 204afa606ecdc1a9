import type { Answer } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { formFields } from '#tests/support/form-fields.ts';
import type { Person } from '#tests/support/people.ts';

/** Posts a form after the session ended. Returns the page that asks to sign in for it. */
export async function postWithoutSession(
  person: Person,
  path: string,
  fields: Record<string, string>,
): Promise<Answer> {
  const csrf = person.browser.cookies.get('XSRF-TOKEN') as string;
  for (const cookie of ['arbor_access', 'arbor_refresh']) person.browser.cookies.delete(cookie);
  return person.page.postBlind(path, { csrf, ...fields });
}

/** Signs in on the page that answered a form. Returns the address that it leads to. */
export async function signInAgain(person: Person, { text }: Answer): Promise<string> {
  const asked = formFields(text);
  const fieldOf = (name: string) => asked.find((field) => field.name === name)?.value ?? '';
  const fields = ['csrf', 'redirectTo', 'unsent'].map((name) => [name, fieldOf(name)]);
  const credentials = { email: person.email, password: PASSWORD };
  const answer = await person.page.postBlind('/login', { ...Object.fromEntries(fields), ...credentials });
  const address = answer.headers.get('Location');
  if (answer.status !== 303 || !address) throw new Error(`Signing in answered ${answer.status}`);
  return address;
}
