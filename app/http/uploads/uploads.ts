import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FileUpload,
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser';
import { createContext, type RouterContextProvider } from 'react-router';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { readForm } from '#app/http/forms/form-body.ts';
import { findActor } from '#app/http/session/session.ts';
import { UPLOAD_FILES_MAX } from '#app/schemas/limits.ts';
import { storageFault } from '#app/services/files/receive-upload.ts';

type Context = Readonly<RouterContextProvider>;
/**
 * An uploaded file of this request, stored at `file` until the response is sent. `name` is the sender's file name
 * without folders.
 */
export type ReceivedFile = { name: string; file: string };

const received = createContext<{ folder: string; files: ReceivedFile[] } | null>(null);

const FIELDS_MAX = 100;
/** Bytes for fields, headers and boundaries beside the files. */
const OTHER_BYTES = 1024 * 1024;
/** A schema would refuse more than 255 characters, and the sender cannot choose another name here. */
const NAME_BYTES = 245;
const HEADER_BYTES = 16 * 1024;
/** The same limit as for other forms, so that visitors cannot fill the disk. */
const VISITOR_BYTES = 8 * 1024 * 1024;

/**
 * Parses a form and streams its files to a temporary folder (`receivedFiles`). Together they may have the size of one
 * upload. Throws `sizeLimitExceeded` beyond that, `badRequest` if it is not a form.
 */
export async function receiveForm(request: Request, context: Context): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '')) return readForm(request);
  const limit = findActor(context) ? config().maxUploadBytes : VISITOR_BYTES;
  if (Number(request.headers.get('Content-Length') ?? 0) > limit + OTHER_BYTES) throw tooLarge(limit);
  const folder = await mkdtemp(join(tmpdir(), 'arbor-upload-'));
  const files: ReceivedFile[] = [];
  context.set(received, { folder, files });
  const keep = async (upload: FileUpload) => {
    // An empty file input posts a file without a name.
    if (upload.name === '' && upload.size === 0) return;
    const file = join(folder, String(files.length));
    await writeFile(file, upload.stream());
    files.push({ name: uniqueName(upload.name, files), file });
  };
  const limits = { maxFiles: UPLOAD_FILES_MAX, maxFileSize: limit, maxTotalSize: limit + OTHER_BYTES };
  try {
    return await parseFormData(
      withOpenEnd(request),
      { ...limits, maxParts: UPLOAD_FILES_MAX + FIELDS_MAX, maxHeaderSize: HEADER_BYTES },
      keep,
    );
  } catch (error) {
    throw asAppError(error, limit);
  }
}

/** Returns the files of this request's form. */
export function receivedFiles(context: Context): ReceivedFile[] {
  return context.get(received)?.files ?? [];
}

/** Deletes the received files. Runs after the response is created, successful or not. */
export async function dropFiles(context: Context): Promise<void> {
  const folder = context.get(received)?.folder;
  if (folder) await rm(folder, { recursive: true, force: true });
}

/**
 * Wraps the body, so that a parser that stops early does not cancel it, which would close the connection before the
 * response.
 */
function withOpenEnd(request: Request): Request {
  const reader = request.body!.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const { headers, method, url } = request;
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
}

/** Returns a unique name without folders: some browsers send full paths, and two files may have the same name. */
function uniqueName(given: string, others: ReceivedFile[]): string {
  const name =
    endOf(
      given
        .replace(/^.*[\\/]/s, '')
        .replace(/\p{Cc}/gu, '')
        .toWellFormed(),
    ).trim() || 'file';
  const known = new Set(others.map((other) => other.name));
  if (!known.has(name)) return name;
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 2; ; count += 1) {
    const next = `${stem} ${count}${ending}`;
    if (!known.has(next)) return next;
  }
}

/** Truncates from the start to the length of a file name, with room for a number. */
function endOf(name: string): string {
  const letters = [...name];
  while (Buffer.byteLength(letters.join('')) > NAME_BYTES) letters.splice(0, Math.ceil(letters.length / 20));
  return letters.join('');
}

function tooLarge(limit: number): AppError {
  const megabytes = Math.floor(limit / 1024 / 1024);
  return new AppError('sizeLimitExceeded', { fields: { files: [{ key: 'files.tooLarge', values: { megabytes } }] } });
}

function asAppError(error: unknown, limit: number): unknown {
  const isLarge = error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError;
  if (isLarge) return tooLarge(limit);
  if (error instanceof MaxFilesExceededError) {
    const fields = { files: [{ key: 'files.tooMany', values: { count: UPLOAD_FILES_MAX } }] };
    return new AppError('validationFailed', { fields });
  }
  // Server faults, such as a full disk, are not the form's error.
  if (error instanceof Error && 'syscall' in error) return storageFault(error);
  const isForms = error instanceof FormDataParseError || (error instanceof Error && /^Max.*Exceeded/.test(error.name));
  return isForms ? new AppError('badRequest', { cause: error }) : error;
}
