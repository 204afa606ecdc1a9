import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A page's response bytes in each encoding requested so far. */
export class PageBytes {
  readonly etag: string;
  readonly #html: Buffer;
  readonly #packed = new Map<Encoding, Buffer>();

  constructor(html: string) {
    this.#html = Buffer.from(html);
    // Weak: the same page in every encoding, and equal in every process.
    this.etag = `W/"${createHash('sha256').update(this.#html).digest('base64url').slice(0, 27)}"`;
  }

  as(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.#html;
    const known = this.#packed.get(encoding);
    if (known) return known;
    const packed = encoding === 'br' ? brotliCompressSync(this.#html, BROTLI) : gzipSync(this.#html);
    this.#packed.set(encoding, packed);
    return packed;
  }

  /** Upper estimate of the size in bytes, with both encodings. */
  get weight(): number {
    return 2 * this.#html.length;
  }
}

/** Returns the best encoding a client accepts. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const takes = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:\\s|,|$))(?:[\\s,;]|$)`).test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
