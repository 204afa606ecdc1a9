// `npm test`: installs and builds what is missing, finds or installs a Chromium, runs every suite once, and ends with one
// line of counts. Plain JavaScript on Node's own modules: nothing is installed yet when it starts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, prepare, ROOT } from '../scripts/prepare.js';
import { findOrInstallChromium } from './chromium.js';

prepare();
const chromium = findOrInstallChromium();
const folder = mkdtempSync(join(tmpdir(), 'arbor-tests-'));
const report = join(folder, 'report.json');
const code = await runVitest(process.argv.slice(2));
const { passed, failed } = count();
rmSync(folder, { recursive: true, force: true });
process.exitCode = code !== 0 || failed > 0 ? 1 : 0;
process.stdout.write(`${passed} passed, ${failed} failed\n`);

/** Ends with vitest's exit code; signals are handed on. */
function runVitest(args) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, PLAYWRIGHT_CHROMIUM: chromium, UV_THREADPOOL_SIZE: '16' };
  const child = spawn(NODE, [vitest, 'run', ...reporters, ...args], { cwd: ROOT, stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('exit', (status, signal) => done(status ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** A suite that could not be loaded, a run that crashed and one that tested nothing are failures too. */
function count() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const unloaded = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    ).length;
    const failures = numFailedTests + unloaded;
    const isFault = failures === 0 && (code !== 0 || numPassedTests === 0);
    return { passed: numPassedTests, failed: failures + (isFault ? 1 : 0) };
  } catch {
    // No report: the runner never came to its end.
    return { passed: 0, failed: 1 };
  }
}
