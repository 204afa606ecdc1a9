import type { Client } from '#tests/support/client.ts';
import { formFields } from '#tests/support/form-fields.ts';

export type Part = { name: string; bytes: BlobPart };
type Form = { intent: string; field: string; parts: Part[]; csrf?: string };

/** Opens a page and posts files with its form, as a browser without scripts does. */
export async function postFiles(who: Client, path: string, { intent, field, parts, csrf }: Form) {
  const page = await who.page.get(path);
  const body = new FormData();
  body.set('csrf', csrf ?? formFields(page.text).find(({ name }) => name === 'csrf')?.value ?? '');
  body.set('intent', intent);
  for (const { name, bytes } of parts) body.append(field, new File([bytes], name));
  const cookie = [...who.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(who.url + path, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}
