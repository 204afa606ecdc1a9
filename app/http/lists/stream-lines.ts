import { Readable } from 'node:stream';

/** Characters per write to the connection. */
const CHUNK_CHARACTERS = 32_768;

type Download = { name: string; type: string };

/** Streams lines as a file for download while they are generated. A HEAD request generates none. */
export function streamLines(request: Request, { name, type }: Download, lines: AsyncIterable<string>): Response {
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
  const body = request.method === 'HEAD' ? null : Readable.toWeb(Readable.from(chunksOf(lines)));
  return new Response(body as BodyInit | null, { headers });
}

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
