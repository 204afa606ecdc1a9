#!/usr/bin/env node
// Imports are lazy: a command waits only for what it uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}\n`);
} else {
  const { prepare } = await import('../scripts/prepare.js');
  prepare();
  const script = join(ROOT, 'build/server/arbor.js');
  const env = { NODE_ENV: 'production', ARBOR_LOG: 'stderr' };
  const { isRightNode, runHere } = await import('../scripts/run-here.js');
  if (isRightNode()) await runHere(script, env);
  else (await import('../scripts/run-node.js')).runNode([script, ...args], env);
}
