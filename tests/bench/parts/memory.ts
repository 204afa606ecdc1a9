import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Outcome } from '#tests/bench/bench.ts';
import { goal } from '#tests/bench/goals/goal.ts';
import { open } from '#tests/bench/live-writers.ts';
import { load, type Target } from '#tests/bench/measure.ts';
import { operations } from '#tests/bench/operations.ts';
import { privateMegabytes, residentMegabytes } from '#tests/bench/process.ts';
import { MANY } from '#tests/bench/rounds.ts';

const IDLE_MS = 3000;
const LOAD_SECONDS = 6;
const LIVE_DOCUMENTS = 100;

/** P9: memory at rest, after load beside the baseline after the same load, and with documents open for editing. */
export async function benchMemory(bench: Bench): Promise<Outcome> {
  const { router } = await bench.baselines();
  const { where, signedIn, levels, publicPath } = await bench.site('sqlite', 1000);
  const server = await bench.start(where);
  bench.step('Measuring memory');
  await (await fetch(`${server.origin}/doc/${levels[3]![0]}`, { headers: signedIn.headers })).text();
  await wait(IDLE_MS);
  const idle = residentMegabytes(server.pid);
  const all = operations(server.origin, signedIn, levels, publicPath);
  const loads = all.filter(({ key }) => ['document', 'save', 'search', 'document-json'].includes(key));
  for (const { target } of loads) await load(target, MANY, LOAD_SECONDS);
  const theirs: Target = { origin: router.origin, headers: {}, calls: [{ path: '/' }] };
  await load(theirs, MANY, LOAD_SECONDS * loads.length);
  await wait(IDLE_MS);
  const after = { resident: residentMegabytes(server.pid), private: privateMegabytes(server.pid) };
  const baseline = { resident: residentMegabytes(router.pid), private: privateMegabytes(router.pid) };
  await server.stop();
  const live = await liveMemory(bench);
  const found = { idle, after, baseline, live };
  const whole = (value: number) => `${value.toFixed(0)} MB`;
  const text = [
    `idle ${whole(idle)}`,
    `after load ${whole(after.resident)}, ${whole(after.private)} of them private`,
    `baseline after load ${whole(baseline.resident)}, ${whole(baseline.private)} of them private`,
    `${LIVE_DOCUMENTS} documents open for editing ${whole(live)}`,
  ];
  const goals = [
    ...goal('P9', 'memory idle', idle, { atMost: 120 }, ' MB'),
    ...goal('P9', 'private memory after load ÷ hydrated', after.private / baseline.private, { atMost: 0.5 }),
    ...goal('P9', `memory with ${LIVE_DOCUMENTS} live documents open`, live, { atMost: 220 }, ' MB'),
  ];
  return { goals, text: text.join('\n'), figures: found };
}

async function liveMemory(bench: Bench): Promise<number> {
  const { where, signedIn, levels } = await bench.site('sqlite', 1000);
  const server = await bench.start(where);
  const sockets = [];
  for (const id of levels.flat().slice(0, LIVE_DOCUMENTS))
    sockets.push(await open(server.origin, `/api/documents/${id}/live`, signedIn.headers));
  await wait(IDLE_MS);
  const megabytes = residentMegabytes(server.pid);
  for (const socket of sockets) socket.terminate();
  await server.stop();
  return megabytes;
}
