#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, ROOT } from './launch/prepare.js';
import { runNode } from './launch/run-node.js';

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}\n`);
} else {
  prepare();
  runNode([join(ROOT, 'build/server/arbor.js'), ...args], {
    NODE_ENV: 'production',
    ARBOR_LOG: 'stderr',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  });
}
