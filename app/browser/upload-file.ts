import { putBytes } from '#app/browser/put-bytes.ts';
import { RequestError, request } from '#app/browser/request.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';

type UploadOptions = {
  /** Whose file it will be; without one only the uploader sees it. */
  docId?: string | undefined;
  /** Ends it, whatever it is at. */
  signal?: AbortSignal | undefined;
  /** From 0 to 1 while the bytes are on their way; the server's last look at them comes after 1. */
  onProgress?: ((share: number) => void) | undefined;
};
/** Too large, of a kind that is not taken, not what its name says. */
const OF_THE_FILE = new Set([413, 415, 422]);

type Ticket = {
  credentials: { url: string; headers: Record<string, string> };
  fileKey: string;
  fileId: string;
  downloadUrl: string;
};

/**
 * Uploads a file as a script does: request, PUT, confirm. Throws RequestError (`failure` `canceled` when the signal ended
 * it) and shows no toast: `uploadProblem` says it in a sentence for beside the file's name.
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<FileEntry> {
  const { docId, signal, onProgress } = options;
  const fileName = nameOf(file);
  const wish = { fileName, ext: endingOf(fileName), size: file.size, ...(docId ? { docId } : {}) };
  const ticket = await request<Ticket>('POST', '/api/files/upload-request', { body: wish, signal, quiet: true });
  const { fileKey, fileId, downloadUrl } = ticket;
  try {
    await putBytes(file, ticket.credentials, { signal, onProgress });
    const body = { fileKey, fileId, downloadUrl };
    return (await request<{ file: FileEntry }>('POST', '/api/files/confirm', { body, signal, quiet: true })).file;
  } catch (error) {
    giveUp(fileId);
    throw error;
  }
}

/** So that it takes no room any longer; what cannot be told the server now, it finds out within a day. */
function giveUp(fileId: string): void {
  request('DELETE', `/api/files/${fileId}`, { quiet: true }).catch(() => undefined);
}

export type UploadProblem = {
  /** Why, in the page's language: the server's own sentence where it gave one. */
  text: string;
  /** False where it is the file that is refused: it would be, every time. */
  mayPass: boolean;
};

export function uploadProblem(error: unknown): UploadProblem {
  const t = pageTexts();
  if (!(error instanceof RequestError)) return { text: t('errors.uploadFailed'), mayPass: true };
  const { failure, status, said, errors } = error;
  if (failure === 'network' || failure === 'timeout') return { text: t(`request.${failure}.text`), mayPass: true };
  const text = Object.values(errors ?? {})[0]?.[0] ?? said ?? t('errors.uploadFailed');
  return { text, mayPass: !OF_THE_FILE.has(status) };
}

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1] ?? '';

/** A picture from the clipboard may come without an ending; its type says which. */
function nameOf({ name, type }: File): string {
  if (endingOf(name)) return name;
  const ending = /^image\/([a-z]+)/.exec(type)?.[1]?.replace('jpeg', 'jpg');
  return ending ? `${name || 'image'}.${ending}` : name;
}
