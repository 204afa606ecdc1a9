import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { OpenFile } from '#app/services/files/open-file.ts';

/** Files run sandboxed: no scripts, forms or origin. */
export const BOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:";

const FOREVER = `private, max-age=${365 * 24 * 3600}, immutable`;

/**
 * Returns a file's bytes, whole or the requested range. `no-cache` makes browsers revalidate each use, so that revoked
 * access applies at once. Only a thumbnail with its version in the URL is cached, and only by the browser.
 */
export async function fileResponse(request: Request, file: OpenFile): Promise<Response> {
  const headers = new Headers({
    'Content-Type': file.isInline ? file.type : attachmentType(file.type),
    'Content-Disposition': contentDisposition(file.name, { type: file.isInline ? 'inline' : 'attachment' }),
    'Content-Security-Policy': BOX,
    'Cache-Control': file.isVersioned ? FOREVER : 'private, no-cache, no-transform',
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
    ...(file.varies ? { Vary: 'Accept' } : {}),
  });
  if (matches(request.headers.get('If-None-Match'), file.etag)) return new Response(null, { status: 304, headers });
  const range = rangeOf(request, file);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  const bytes = await file.read(range ?? undefined);
  return new Response(streamOf(bytes), { status, headers });
}

/** Like `Readable.toWeb`, but without copying chunks, which burdens the garbage collector for large files. */
function streamOf(bytes: Readable): ReadableStream<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>;
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void bytes.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/** Browsers guess the charset of text without one. UTF-8 is the usual one here. */
const attachmentType = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type);

const matches = (header: string | null, etag: string) =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');

/** Parses the requested range. Several ranges are answered with the whole file, which is valid. */
function rangeOf(request: Request, { size, etag }: OpenFile): { start: number; end: number } | null | 'unsatisfiable' {
  const header = request.headers.get('Range');
  const condition = request.headers.get('If-Range');
  if (!header || (condition !== null && condition !== etag)) return null;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Number(last);
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || start > end) return 'unsatisfiable';
  return { start, end };
}
