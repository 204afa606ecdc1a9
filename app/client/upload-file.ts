import { pageTexts } from '#app/client/page-texts.ts';
import { putBytes } from '#app/client/put-bytes.ts';
import { RequestError, request } from '#app/client/request.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';

type UploadOptions = {
  /** Whose file it will be; without one only the uploader sees it. */
  docId?: string | undefined;
  /** Ends it, whatever it is at. */
  signal?: AbortSignal | undefined;
  /** From 0 to 1 while the bytes are on their way; the server's last look at them comes after 1. */
  onProgress?: ((share: number) => void) | undefined;
};
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

/** Why an upload failed, in the page's language: the server's own sentence where it gave one. */
export function uploadProblem(error: unknown): string {
  const t = pageTexts();
  if (!(error instanceof RequestError)) return t('errors.uploadFailed');
  const { failure, said, errors } = error;
  if (failure === 'network' || failure === 'timeout') return t(`request.${failure}.text`);
  return Object.values(errors ?? {})[0]?.[0] ?? said ?? t('errors.uploadFailed');
}

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1] ?? '';

/** A picture from the clipboard may come without an ending; its type says which. */
function nameOf({ name, type }: File): string {
  if (endingOf(name)) return name;
  const ending = /^image\/([a-z]+)/.exec(type)?.[1]?.replace('jpeg', 'jpg');
  return ending ? `${name || 'image'}.${ending}` : name;
}
