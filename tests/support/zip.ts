import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The files of a zip, by path, in the order they stand in it. */
export async function readZip(
  bytes: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await new Response(bytes as BodyInit).arrayBuffer()), {});
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}
