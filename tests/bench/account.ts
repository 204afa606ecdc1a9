import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '#app/services/actor.ts';

export type SignedIn = { actor: Actor; headers: Record<string, string> };

const EMAIL = 'bench@example.org';
const PASSWORD = 'Correct-horse-7';

/** Signs up over the API: registers, reads the code from the outbox, verifies. */
export async function signUp(origin: string, dataDir: string, email = EMAIL): Promise<SignedIn> {
  const { cookies, call } = openJar(origin);
  await call('/login');
  await call('/api/auth/register', { email, password: PASSWORD });
  const code = await mailedCode(join(dataDir, 'outbox'), email);
  await call('/api/auth/code/validate', { email, code, type: 'register' });
  const { data } = (await (await call('/api/auth/me')).json()) as { data: Actor };
  const { id, displayName, imageUrl, role } = data;
  return { actor: { id, email, displayName, imageUrl, role, lng: null }, headers: sent(cookies) };
}

/** Signs in to the same account again. */
export async function signIn(origin: string, actor: Actor): Promise<SignedIn> {
  const { cookies, call } = openJar(origin);
  await call('/login');
  await call('/api/auth/login', { email: EMAIL, password: PASSWORD });
  return { actor, headers: sent(cookies) };
}

function openJar(origin: string) {
  const cookies = new Map<string, string>();
  const call = async (path: string, body?: object) => {
    const headers = { ...sent(cookies), ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    const response = await fetch(origin + path, init);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return { cookies, call };
}

function sent(cookies: Map<string, string>): Record<string, string> {
  const token = cookies.get('XSRF-TOKEN');
  return {
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(token ? { 'X-XSRF-TOKEN': token } : {}),
  };
}

async function mailedCode(outbox: string, email: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const texts = mails(outbox).map((mail) => readFileSync(join(outbox, mail), 'utf8'));
    const mail = texts.findLast((text) => text.includes(`To: ${email}`));
    const code = mail && /^([A-Z0-9]{6})\s*$/m.exec(mail)?.[1];
    if (code) return code;
    await wait(50);
  }
  throw new Error('No mail with a code arrived in the outbox');
}

function mails(outbox: string): string[] {
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .sort();
  } catch {
    // The folder is created with the first mail.
    return [];
  }
}
