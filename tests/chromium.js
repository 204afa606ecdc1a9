import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { NODE, ROOT } from '../scripts/prepare.js';

/** A shell without windows takes a fifth less processor time, so it comes first. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLAYWRIGHT_WITHIN_MS = 5 * 60_000;
const SYSTEM_WITHIN_MS = 10 * 60_000;

/**
 * Returns the path of a Chromium: `PLAYWRIGHT_CHROMIUM`, else the system's, else one that Playwright or the package
 * manager installs now. Exits with a message if there is none.
 */
export function findOrInstallChromium() {
  const given = process.env.PLAYWRIGHT_CHROMIUM;
  if (given) return isProgram(given) ? given : giveUp(`PLAYWRIGHT_CHROMIUM is ${given}, which cannot be run`);
  return (
    find() ?? installByPlaywright() ?? installBySystem() ?? giveUp('no Chromium was found and none could be installed')
  );
}

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? findOfPlaywright();
}

/** Finds what an earlier `playwright install` left. */
function findOfPlaywright() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache/ms-playwright');
  try {
    const versions = readdirSync(folder)
      .filter((name) => /^chromium(?:_headless_shell)?-\d+$/.test(name))
      .sort()
      .reverse();
    const places = [
      ...['chrome-headless-shell-linux64/chrome-headless-shell', 'chrome-linux/headless_shell'],
      ...[
        'chrome-headless-shell-mac-arm64/chrome-headless-shell',
        'chrome-headless-shell-mac-x64/chrome-headless-shell',
      ],
      ...['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'],
    ];
    return versions.flatMap((version) => places.map((place) => join(folder, version, place))).find(isProgram);
  } catch {
    // Missing folder: Playwright has not installed anything.
    return undefined;
  }
}

function installByPlaywright() {
  say('Installing a Chromium by Playwright …');
  run(NODE, [join(ROOT, 'node_modules/playwright/cli.js'), 'install', 'chromium'], PLAYWRIGHT_WITHIN_MS);
  const found = findOfPlaywright();
  // Installed but missing system libraries: it does not start.
  return found && run(found, ['--version'], 30_000) ? found : undefined;
}

function installBySystem() {
  say('Installing a Chromium by the package manager …');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest, SYSTEM_WITHIN_MS, { DEBIAN_FRONTEND: 'noninteractive' });
  };
  if (!apt('update')) return undefined;
  return apt('install', '-y', SHELL) || apt('install', '-y', 'chromium') ? find() : undefined;
}

function run(command, args, timeout, env = {}) {
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2], timeout, env: { ...process.env, ...env } };
  return spawnSync(command, args, options).status === 0;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable.
    return false;
  }
}

function giveUp(reason) {
  say(`The browser tests need a Chromium: ${reason}.`);
  say('Install one (for example: apt-get install chromium-headless-shell), or set PLAYWRIGHT_CHROMIUM to its path.');
  process.exit(1);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
