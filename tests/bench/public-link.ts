import { Agent, get } from 'node:http';
import type { SignedIn } from '#tests/bench/account.ts';
import { median } from '#tests/bench/measure.ts';
import { markdownOf } from '#tests/bench/texts.ts';

const EDITS = 30;

/** Creates the public link of a branch on the share page. Returns its path. */
export async function makePublicLink(origin: string, { headers }: SignedIn, id: string): Promise<string> {
  const page = `${origin}/doc/${id}/share`;
  const fields = { csrf: headers['X-XSRF-TOKEN']!, intent: 'link-create', withChildren: 'on' };
  const made = await fetch(page, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
  const shown = await (await fetch(page, { headers })).text();
  const url = /id="link-url"[^>]*value="([^"]+)"/.exec(shown)?.[1];
  if (made.status !== 303 || !url) throw new Error(`The share page answered ${made.status} and shows no link`);
  return new URL(url).pathname;
}

/** Returns the milliseconds of the first view after an edit, up to the last byte. */
export async function firstViewAfterEdit(
  origin: string,
  { headers }: SignedIn,
  id: string,
  path: string,
): Promise<number> {
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true });
  for (let edit = 0; edit < EDITS; edit++) {
    const saved = await fetch(`${origin}/api/documents/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: markdownOf(3_000_000 + edit) }),
    });
    await saved.text();
    const from = performance.now();
    const status = await view(origin + path, agent);
    times.push(performance.now() - from);
    if (!saved.ok || status !== 200) throw new Error(`An edit answered ${saved.status}, its first view ${status}`);
  }
  agent.destroy();
  return median(times);
}

/** Minimal client, as `fetch` alone would cost as much as the page. */
function view(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode))).on('error', reject);
  });
}
