// `npm test`: installs and builds what is missing, finds or installs a Chromium, runs the suites once, and ends with one
// line of counts. Plain JavaScript on Node's own modules: nothing is installed yet when it starts.
//
//   node tests/run.js [--unit | --long | --watch] [NAME …] [options of vitest]
import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  constants as modes,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NODE, prepare, ROOT } from '../scripts/prepare.js';
import { findOrInstallChromium } from './chromium.js';

const own = new Set(['--unit', '--long', '--watch']);
const flags = new Set(process.argv.slice(2).filter((each) => own.has(each)));
const args = process.argv.slice(2).filter((each) => !own.has(each));
/** Suites that need only the sources: no build, no browser. */
const FROM_SOURCES = flags.has('--unit') ? ['--project=unit'] : ['--project=unit', '--project=*db'];
/** Files of a run together with the memory of its processes. */
const ROOM_BYTES = 12 * 1024 ** 3;
/** The signal that ended the run, as Ctrl+C ends a watch. */
let endedBy;
const isFromSources = flags.has('--unit') || flags.has('--watch');

prepare({ build: !isFromSources });
const chromium = isFromSources ? undefined : findOrInstallChromium();
// The long form is killed, filled and timed on a real disk.
const folder = mkdtempSync(join((!flags.has('--long') && roomInMemory()) || tmpdir(), 'arbor-tests-'));
const report = join(folder, 'report.json');
const first = readReport(await runVitest(args, report));
// A machine that does other work at the same time may fail a test. Failed files run once more, alone and with a report
// of their own; what fails again fails the run.
const again = process.env.CI && !endedBy && first.failedFiles.length > 0 ? await runFailedAgain(first) : null;
rmSync(folder, { recursive: true, force: true });
const { passed, failed } = again ?? first;
const isCutOff = endedBy && !flags.has('--watch');
if (failed > 0) process.exitCode = 1;
else if (isCutOff) process.exitCode = 128 + constants.signals[endedBy];
process.stdout.write(`${passed} passed, ${failed} failed\n`);

async function runFailedAgain({ failedFiles, faults, passed: passedBefore }) {
  process.stdout.write(`Again, one after the other: ${failedFiles.map(({ name }) => name).join(', ')}\n`);
  const secondReport = join(folder, 'second-report.json');
  const names = failedFiles.map(({ name }) => name);
  const second = readReport(await runVitest([...names, '--maxWorkers=1'], secondReport), secondReport);
  const passedAgain = failedFiles.filter(({ name }) => !second.failedFiles.some((file) => file.name === name));
  writeFailures('Passed in the second run only', passedAgain);
  writeFailures('Failed in both runs', second.failedFiles);
  const counted = failedFiles.reduce((sum, file) => sum + file.passed, 0);
  return { passed: passedBefore - counted + second.passed, failed: faults + second.failed };
}

function writeFailures(heading, files) {
  for (const { name, failures } of files) process.stdout.write(`${heading}: ${name}: ${failures.join('; ')}\n`);
}

/** Returns a folder in memory, where databases wait for no disk, or undefined where there is too little room. */
function roomInMemory() {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, modes.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem()) < ROOM_BYTES ? undefined : inMemory;
  } catch {
    // Linux alone has it.
    return undefined;
  }
}

/** Exits with vitest's code; forwards signals. */
function runVitest(given, reportFile) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const command = [join(ROOT, 'node_modules/vitest/vitest.mjs'), flags.has('--watch') ? 'watch' : 'run', ...reporters];
  if (isFromSources) command.push(...FROM_SOURCES);
  const child = spawn(NODE, [...command, ...given], { cwd: ROOT, stdio: 'inherit', env: environment() });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => {
      endedBy = signal;
      child.kill(signal);
    });
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('exit', (status, signal) => done(status ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function environment() {
  // Everything that tests leave behind is removed with the folder of the run, however the run ends.
  const files = join(folder, 'tmp');
  mkdirSync(files, { recursive: true });
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

/**
 * Counts the tests of a report. A suite that failed to load, a crashed run and an empty run are failures too; `faults`
 * are those that no file explains. A watch ends by a key or a signal: its exit code tells no failure.
 */
function readReport(code, reportFile = report) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
    const failedFiles = testResults.filter(({ status }) => status === 'failed').map(failedFile);
    const failures = failedFiles.reduce((sum, file) => sum + file.failures.length, 0);
    const isFaulty = !flags.has('--watch') && !endedBy && (code !== 0 || numPassedTests === 0);
    const faults = failures === 0 && isFaulty ? 1 : 0;
    return { passed: numPassedTests, failed: failures + faults, faults, failedFiles };
  } catch {
    // No report: the runner did not finish.
    const faults = endedBy ? 0 : 1;
    return { passed: 0, failed: faults, faults, failedFiles: [] };
  }
}

function failedFile({ name, assertionResults }) {
  const failures = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const passed = assertionResults.filter(({ status }) => status === 'passed').length;
  return { name: relative(ROOT, name), passed, failures: failures.length > 0 ? failures : ['the suite itself'] };
}
