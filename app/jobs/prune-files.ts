import { pruneFiles } from '#app/services/files/prune-files.ts';

export async function pruneFilesJob(): Promise<Record<string, number>> {
  return pruneFiles();
}
