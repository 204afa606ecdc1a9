import { readFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { signIn } from '#tests/bench/account.ts';
import { startArbor } from '#tests/bench/servers.ts';
const dir = process.argv[2]!;
const { signedIn: old, levels } = JSON.parse(readFileSync(`${dir}.json`, 'utf8'));
const prof = process.env.PROF;
let server = await startArbor(dir);
const signedIn = await signIn(server.origin, old.actor);
await server.stop();
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
const rss = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)![1];
const res: any[] = [];
for (let i = 0; i < Number(process.env.N ?? 7); i++) {
  const e = performance.now(); spawnSync(process.execPath, ['-e', '0']); const empty = performance.now() - e;
  const from = performance.now();
  server = await startArbor(dir, prof ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${prof}` } : {});
  const listen = performance.now() - from;
  const page = await fetch(`${server.origin}/doc/${levels[3]![0]}`, { headers: signedIn.headers }); await page.text();
  const ms = performance.now() - from; const c = cpu(server.pid);
  await new Promise((d) => setTimeout(d, 1500));
  res.push([empty, listen, ms, c, Number(rss(server.pid)) / 1024, readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/Threads:\s+(\d+)/)![1]]);
  await server.stop();
}
for (const r of res) console.log(r.map((x: any) => Number(x).toFixed(0)).join('  '));
const med = (k: number) => res.map((r) => Number(r[k])).sort((a, b) => a - b)[res.length >> 1]!;
console.log('empty', med(0).toFixed(0), 'listen', med(1).toFixed(0), 'first page', med(2).toFixed(0), '÷', (med(2) / med(0)).toFixed(1), 'cpu ms', med(3), 'rss', med(4).toFixed(0), 'threads', med(5));
