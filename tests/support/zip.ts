import { text } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** Returns the files of a zip by path, in archive order. */
export async function readZip(
  bytes: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await new Response(bytes as BodyInit).arrayBuffer()), {});
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}

type PlannedEntry = {
  /** Bytes are a name without the mark of UTF-8. */
  path: string | Buffer;
  text?: string | Buffer;
  /** Unix mode, including the file type. */
  mode?: number;
  /** Sets the encryption flag. */
  isEncrypted?: boolean;
  /** Declared uncompressed size, if false. */
  claimedSize?: number;
};

/** Builds a zip of exactly these entries, including malformed ones. */
export function buildZip(entries: PlannedEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, text = '', mode = 0o100644, isEncrypted = false, claimedSize } of entries) {
    const name = typeof path === 'string' ? Buffer.from(path) : path;
    const mark = typeof path === 'string' ? 0x800 : 0;
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(mark | (isEncrypted ? 1 : 0), 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, fields, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length % 65536, 4);
  end.writeUInt16LE(entries.length % 65536, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end]);
}
