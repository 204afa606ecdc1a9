import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const PACK = {
  br: (html: Buffer) => promisify(brotliCompress)(html, BROTLI),
  gzip: (html: Buffer) => promisify(gzip)(html),
};
/** A page above this size is kept in compressed form only. */
const PLAIN_MAX_BYTES = 256 * 1024;

/** A page's response bytes in each encoding requested so far. */
export class PageBytes {
  readonly etag: string;
  #html: Buffer | null;
  readonly #packed = new Map<'br' | 'gzip', Promise<Buffer>>();
  #weight: number;

  constructor(html: string) {
    this.#html = Buffer.from(html);
    this.#weight = 2 * this.#html.length;
    // Weak: the same page in every encoding, and equal in every process.
    this.etag = `W/"${createHash('sha256').update(this.#html).digest('base64url').slice(0, 27)}"`;
  }

  async as(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#plain();
    const known = this.#packed.get(encoding);
    if (known) return known;
    const packed = this.#plain().then(PACK[encoding]);
    this.#packed.set(encoding, packed);
    // A failure is not kept.
    packed.catch(() => this.#packed.delete(encoding));
    return packed;
  }

  /** Drops the uncompressed form of a large page. */
  async shrink(): Promise<void> {
    if (this.#html === null || this.#html.length <= PLAIN_MAX_BYTES) return;
    const { length } = await this.as('br');
    this.#html = null;
    // The page as gzip takes up to twice as much.
    this.#weight = 3 * length;
  }

  async #plain(): Promise<Buffer> {
    return this.#html ?? promisify(brotliDecompress)(await this.#packed.get('br')!);
  }

  /** Upper estimate of the size in bytes, with both encodings. */
  get weight(): number {
    return this.#weight;
  }
}

/** Returns the best encoding a client accepts. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const takes = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:\\s|,|$))(?:[\\s,;]|$)`).test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
