import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';

/** Imports a file and waits until nothing of it is under way. */
export async function uploadFile(person: Client, name: string, bytes: string | Buffer): Promise<void> {
  const page = await person.page.get('/import');
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const form = new FormData();
  form.set('csrf', csrf);
  form.set('intent', 'import');
  form.append('files', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  await person.browser.request('/import', { method: 'POST', body: form });
  // A longer import goes on after the answer; its page reloads itself.
  while ((await person.page.get('/import')).text.includes('http-equiv="refresh"')) await wait(200);
}
