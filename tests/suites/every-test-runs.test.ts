import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const NO_SOURCES = /^(?:build|data)$|(?:^|\/)(?:node_modules|\.git)$/;
const LOOKS_LIKE_A_TEST = /\.(?:test|spec)\.\w+$/;

type Listed = { file: string; projectName: string };

/** Returns the files that the runner would run from a folder with our configuration. */
function listedIn(root: string): Listed[] {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const output = execFileSync(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  const listed = JSON.parse(output.slice(output.indexOf('['))) as Listed[];
  return listed.map((each) => ({ ...each, file: each.file.slice(root.length + 1) }));
}

/** Returns every file of the tree whose name is that of a test. */
function testsIn(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.test(path) ? [] : testsIn(root, path);
    return LOOKS_LIKE_A_TEST.test(entry.name) ? [path] : [];
  });
}

test('the runner lists every test file of the tree, each in exactly one suite', () => {
  const files = testsIn(ROOT).sort();
  expect(files.length).toBeGreaterThan(150);
  expect(
    listedIn(ROOT)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(files);
});

const FOLDERS = ['.', 'app', 'app/jobs', 'app/emails', 'app/routes/main', 'app/x/y', 'cli', 'db', 'tests', 'scripts'];
const SUITES = {
  unit: 'x.test.ts',
  db: 'x.db.test.ts',
  'env.db': 'x.env.db.test.ts',
  api: 'x.api.test.ts',
  e2e: 'x.e2e.test.ts',
};

test('a test planted in any folder is listed, and its suffix chooses the suite', () => {
  const root = mkdtempSync(join(tmpdir(), 'arbor-planted-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['package.json', 'vitest.config.ts', 'tests/support/secret.ts'])
    cpSync(join(ROOT, name), join(root, name));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const planted = Object.entries(SUITES).flatMap(([projectName, name]) =>
    FOLDERS.map((folder) => ({ file: join(folder, name), projectName })),
  );
  planted.push({ file: 'app/ui/x.test.tsx', projectName: 'unit' });
  for (const { file } of planted) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), "import { test } from 'vitest';\ntest('planted', () => {});\n");
  }
  const byFile = (a: Listed, b: Listed) => a.file.localeCompare(b.file);
  expect(listedIn(root).sort(byFile)).toEqual(planted.sort(byFile));
});
