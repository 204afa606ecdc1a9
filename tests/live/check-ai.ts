import { signUp } from '#tests/bench/account.ts';
import { eventsOf, textOf } from '#tests/support/ai-stream.ts';
import { startServer } from '#tests/support/server.ts';

/**
 * `npm run check:ai`: calls every AI action of a real provider (AI_BASE_URL, AI_API_KEY, AI_MODEL) through the built
 * server and compares its charges with the ledger. Costs a few hundred tokens.
 */
const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = process.env;
if (!AI_BASE_URL || !AI_MODEL) {
  process.stderr.write('Set AI_BASE_URL and AI_MODEL (and AI_API_KEY, if the service wants one)\n');
  process.exit(2);
}

const TEXT = 'Apples keep well in a cool and dark cellar, untill March if nobody eat them. Pears do not.';
const calls = [
  { action: 'continue' },
  { action: 'improve' },
  { action: 'shorten' },
  { action: 'summarize' },
  { action: 'translate', lng: 'zh' },
  { action: 'ask', prompt: 'How long do apples keep?' },
];

const server = await startServer({ AI_BASE_URL, AI_API_KEY, AI_MODEL });
let failed = 0;
try {
  const { headers } = await signUp(server.url, server.dataDir);
  const send = (path: string, body?: object) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return fetch(server.url + path, { ...sent, headers: { ...headers, 'Content-Type': 'application/json' } });
  };
  const { id } = (await (await send('/api/documents', { title: 'Cellar', content: TEXT })).json()).data;
  const everything = { action: 'ask', prompt: 'Which fruit keeps until March?' };
  let charged = 0;
  for (const call of [...calls.map((each) => ({ ...each, docId: id })), everything]) {
    const events = eventsOf(await (await send('/api/ai/generate', call)).text());
    const { event, data } = events.at(-1) ?? { event: 'nothing', data: {} };
    if (event !== 'usage') failed += 1;
    charged += Number(data.totalTokens ?? 0);
    process.stdout.write(`${call.action}${'docId' in call ? '' : ' (all)'}: ${event} ${JSON.stringify(data)}\n`);
    process.stdout.write(`${textOf(events).trim().replace(/^/gm, '  ')}\n`);
  }
  const { monthlyUsed } = (await (await send('/api/ai/quota')).json()).data;
  if (monthlyUsed !== charged) failed += 1;
  process.stdout.write(`used this month: ${monthlyUsed}, told in the streams: ${charged}\n`);
} finally {
  await server.remove();
}
process.exit(failed > 0 ? 1 : 0);
