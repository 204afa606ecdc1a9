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
import { isMultipart, readForm } from '#app/http/forms/form-body.ts';
import type { FormReader } from '#app/http/forms/page-action.ts';
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
/** The files of a form may together have the size of so many uploads, where each is an upload of its own. */
const UPLOADS_TOGETHER = 10;

/** `field` is the field of the files, `intent` that of their form. */
type FileForm = {
  field: string;
  intent: string;
  /** True if all files together are one upload. */
  isOneUpload?: boolean;
};
/** Sizes in bytes: of each file, and of all together. */
type Limits = { each: number; together: number };

/**
 * Returns a reader that parses a form and streams its files to a temporary folder (`receivedFiles`). It throws
 * `sizeLimitExceeded` beyond the limits, `badRequest` if it is not a form.
 */
export function receiveForm({ intent, ...form }: FileForm): FormReader {
  const read = (request: Request, context: Context) =>
    isMultipart(request) ? receiveFiles(request, context, form) : readForm(request);
  return { read, intent };
}

function limitsOf(context: Context, { isOneUpload = false }: Pick<FileForm, 'isOneUpload'>): Limits {
  if (!findActor(context)) return { each: VISITOR_BYTES, together: VISITOR_BYTES };
  const each = config().maxUploadBytes;
  return { each, together: isOneUpload ? each : UPLOADS_TOGETHER * each };
}

async function receiveFiles(request: Request, context: Context, form: Omit<FileForm, 'intent'>): Promise<FormData> {
  const { each, together } = limitsOf(context, form);
  const most = together + OTHER_BYTES;
  if (Number(request.headers.get('Content-Length') ?? 0) > most) throw tooLarge(form.field, together);
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
  const limits = { maxFiles: UPLOAD_FILES_MAX, maxFileSize: each, maxTotalSize: most };
  try {
    return await parseFormData(
      withOpenEnd(request),
      { ...limits, maxParts: UPLOAD_FILES_MAX + FIELDS_MAX, maxHeaderSize: HEADER_BYTES },
      keep,
    );
  } catch (error) {
    throw asAppError(error, form.field, { each, together });
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

function tooLarge(field: string, bytes: number, key = 'files.tooLarge'): AppError {
  const megabytes = Math.floor(bytes / 1024 / 1024);
  return new AppError('sizeLimitExceeded', { fields: { [field]: [{ key, values: { megabytes } }] } });
}

function asAppError(error: unknown, field: string, { each, together }: Limits): unknown {
  if (error instanceof MaxTotalSizeExceededError) return tooLarge(field, together);
  if (error instanceof MaxFileSizeExceededError)
    return tooLarge(field, each, each < together ? 'files.oneTooLarge' : undefined);
  if (error instanceof MaxFilesExceededError) {
    const fields = { [field]: [{ key: 'files.tooMany', values: { count: UPLOAD_FILES_MAX } }] };
    return new AppError('validationFailed', { fields });
  }
  // Server faults, such as a full disk, are not the form's error.
  if (error instanceof Error && 'syscall' in error) return storageFault(error);
  const isForms = error instanceof FormDataParseError || (error instanceof Error && /^Max.*Exceeded/.test(error.name));
  return isForms ? new AppError('badRequest', { cause: error }) : error;
}
