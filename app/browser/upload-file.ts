import { putBytes } from '#app/browser/put-bytes.ts';
import { RequestError, request } from '#app/browser/request.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';

type UploadOptions = {
  /** Document of the file; without one only the uploader has access. */
  docId?: string | undefined;
  /** Cancels the upload at any stage. */
  signal?: AbortSignal | undefined;
  /** Receives the progress from 0 to 1 while bytes are sent; the server's final check follows. */
  onProgress?: ((share: number) => void) | undefined;
};
/** Statuses for a file that is too large, of an unsupported type, or whose content does not match its name. */
const OF_THE_FILE = new Set([413, 415, 422]);

type Ticket = {
  credentials: { url: string; headers: Record<string, string> };
  fileKey: string;
  fileId: string;
  downloadUrl: string;
};

/**
 * Uploads a file: request, PUT, confirm. Throws RequestError (`failure` is `canceled` if the signal aborted it) without
 * a toast; `uploadProblem` returns the message to show beside the file name.
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

/** Frees the reserved space. If this call fails, the server does so within a day. */
function giveUp(fileId: string): void {
  request('DELETE', `/api/files/${fileId}`, { quiet: true }).catch(() => undefined);
}

export type UploadProblem = {
  /** Reason in the page's language; the server's message if there is one. */
  text: string;
  /** False if the file itself is refused, so that a retry would fail too. */
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

/** Returns the file's name. An image from the clipboard may lack an extension, which is then derived from its type. */
function nameOf({ name, type }: File): string {
  if (endingOf(name)) return name;
  const ending = /^image\/([a-z]+)/.exec(type)?.[1]?.replace('jpeg', 'jpg');
  return ending ? `${name || 'image'}.${ending}` : name;
}
