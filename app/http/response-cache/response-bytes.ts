import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
/** Parts smaller than this are sent as they are; compressing each would cost more than it saves. */
const PACKED_MIN = 400;
/** A third less time than the default for 3 % more bytes. */
const LEVEL = 4;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Empty last block. */
const GZIP_END = Buffer.from([3, 0]);

/** A page split at its nonces: the parts between them, plain and compressed. Each response gets a new nonce. */
export class ResponseBytes {
  readonly hash: string;
  readonly #parts: Buffer[];
  #packed: Promise<(Buffer | null)[]> | undefined;

  /** `nonce` was created for this render, so that no text can contain it; null for an answer without one. */
  constructor(body: Buffer, nonce: string | null) {
    this.#parts = nonce === null ? [body] : split(body, nonce);
    const digest = createHash('sha256');
    for (const part of this.#parts) digest.update(part);
    this.hash = digest.digest('base64url').slice(0, 22);
  }

  plain(nonce: string): Buffer {
    const written = Buffer.from(nonce);
    return Buffer.concat(this.#parts.flatMap((part, nth) => (nth === 0 ? [part] : [written, part])));
  }

  /**
   * Returns the answer as gzip. The parts are compressed once; their blocks are put together with the nonce between.
   */
  async gzip(nonce: string): Promise<Buffer> {
    this.#packed ??= Promise.all(this.#parts.map(pack));
    const packed = await this.#packed;
    const written = Buffer.from(nonce);
    const out: Buffer[] = [GZIP_HEAD];
    for (const [nth, part] of this.#parts.entries()) {
      if (nth > 0) out.push(stored(written));
      out.push(packed[nth] ?? stored(part));
    }
    out.push(GZIP_END, this.#trailer(written));
    return Buffer.concat(out);
  }

  #trailer(nonce: Buffer): Buffer {
    let checksum = 0;
    let length = 0;
    for (const [nth, part] of this.#parts.entries()) {
      if (nth > 0) checksum = crc32(nonce, checksum);
      checksum = crc32(part, checksum);
      length += part.length + (nth > 0 ? nonce.length : 0);
    }
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length, 4);
    return trailer;
  }

  /** Upper estimate of the size in bytes, with the compressed parts. */
  get weight(): number {
    return 1.5 * this.#parts.reduce((sum, { length }) => sum + length, 0);
  }
}

function split(html: Buffer, nonce: string): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = html.indexOf(nonce); at >= 0; at = html.indexOf(nonce, from)) {
    parts.push(html.subarray(from, at));
    from = at + nonce.length;
  }
  return [...parts, html.subarray(from)];
}

/** Compresses a part into blocks that end at a byte; null if it is too small. */
async function pack(part: Buffer): Promise<Buffer | null> {
  return part.length < PACKED_MIN ? null : deflate(part, { finishFlush: constants.Z_SYNC_FLUSH, level: LEVEL });
}

/** Returns bytes as an uncompressed block. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
