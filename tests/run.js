// `npm test`: installs and builds what is missing, finds or installs a Chromium, runs the suites once, and ends with one
// line of counts. Plain JavaScript on Node's own modules: nothing is installed yet when it starts.
//
//   node tests/run.js [--unit | --long | --watch] [NAME …] [options of vitest]
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, prepare, ROOT } from '../scripts/prepare.js';
import { findOrInstallChromium } from './chromium.js';

const own = new Set(['--unit', '--long', '--watch']);
const flags = new Set(process.argv.slice(2).filter((each) => own.has(each)));
const args = process.argv.slice(2).filter((each) => !own.has(each));
/** Suites that need only the sources: no build, no browser. */
const FROM_SOURCES = flags.has('--unit') ? ['--project=unit'] : ['--project=unit', '--project=*db'];
const isFromSources = flags.has('--unit') || flags.has('--watch');

prepare({ build: !isFromSources });
const chromium = isFromSources ? undefined : findOrInstallChromium();
const folder = mkdtempSync(join(tmpdir(), 'arbor-tests-'));
const report = join(folder, 'report.json');
const code = await runVitest();
const { passed, failed } = count();
rmSync(folder, { recursive: true, force: true });
process.exitCode = code !== 0 || failed > 0 ? 1 : 0;
process.stdout.write(`${passed} passed, ${failed} failed\n`);

/** Exits with vitest's code; forwards signals. */
function runVitest() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = [join(ROOT, 'node_modules/vitest/vitest.mjs'), flags.has('--watch') ? 'watch' : 'run', ...reporters];
  if (isFromSources) command.push(...FROM_SOURCES);
  const child = spawn(NODE, [...command, ...args], { cwd: ROOT, stdio: 'inherit', env: environment() });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('exit', (status, signal) => done(status ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function environment() {
  // Everything that tests leave behind is removed with the folder of the run, however the run ends.
  const files = join(folder, 'tmp');
  mkdirSync(files);
  // PostgreSQL's files belong to another user where tests run as root.
  chmodSync(folder, 0o711);
  return {
    ...process.env,
    TMPDIR: files,
    UV_THREADPOOL_SIZE: '16',
    // All processes load the same packages: a shared compile cache.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(chromium ? { PLAYWRIGHT_CHROMIUM: chromium } : {}),
    ...(flags.has('--long') ? { TEST_LENGTH: 'long' } : {}),
  };
}

/** A suite that failed to load, a crashed run and an empty run are failures too. */
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
    // No report: the runner did not finish.
    return { passed: 0, failed: 1 };
  }
}
