import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Transform } from 'node:stream';
import { promisify } from 'node:util';

// Format of an encrypted archive (docs/reliability.md): MAGIC, log2 of scrypt's N (one byte), salt (16 bytes), nonce
// prefix (7 bytes), then chunks of 64 KiB, each AES-256-GCM followed by its tag of 16 bytes. The nonce of a chunk is
// the prefix, its number (4 bytes, big endian) and 1 for the last chunk, else 0. The header is authenticated with each
// chunk.

const MAGIC = Buffer.from('ARBORBK1');
/** Magic number of a file stored beside the archives. A zero byte follows, in place of log2 of scrypt's N. */
const FILE_MAGIC = Buffer.from('ARBORBF1');
const [SALT, PREFIX, TAG, CHUNK] = [16, 7, 16, 64 * 1024];
const HEADER = MAGIC.length + 1 + SALT + PREFIX;
const ALGORITHM = 'aes-256-gcm';
const SCRYPT_LOG_N = 15;
/** Limits scrypt to 128 MiB of memory for untrusted headers. */
const SCRYPT_LOG_N_MAX = 17;

/** Thrown if the passphrase is wrong, or if the archive was changed or truncated. */
export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase';
}

export const isEncrypted = (beginning: Buffer): boolean => beginning.subarray(0, MAGIC.length).equals(MAGIC);

const scryptOf = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: object,
) => Promise<Buffer>;

/** Derives a key of so many bytes from a passphrase, which takes a tenth of a second. */
export function derive(passphrase: string, salt: Buffer, bytes: number, logN = SCRYPT_LOG_N): Promise<Buffer> {
  return scryptOf(passphrase, salt, bytes, { N: 2 ** logN, r: 8, p: 1, maxmem: 256 * 1024 * 1024 });
}

async function keyOf(passphrase: string, header: Buffer): Promise<Buffer> {
  const logN = header[MAGIC.length]!;
  if (logN > SCRYPT_LOG_N_MAX) throw new WrongPassphrase('no header of an encrypted archive');
  return derive(passphrase, header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT), 32, logN);
}

function nonceOf(header: Buffer, number: number, isLast: boolean): Buffer {
  const counter = Buffer.alloc(5);
  counter.writeUInt32BE(number);
  counter[4] = isLast ? 1 : 0;
  return Buffer.concat([header.subarray(HEADER - PREFIX), counter]);
}

type Cut = (chunk: Buffer, number: number, isLast: boolean) => Buffer;

/**
 * Splits a stream into pieces of equal size and passes each through `change`. The last piece is recognised at the end
 * of the stream.
 */
function inPieces(size: number, change: Cut): Transform {
  let waiting: Buffer[] = [];
  let length = 0;
  let number = 0;
  const take = (of: Transform) => {
    let rest = Buffer.concat(waiting);
    // Keep a full piece, as it may be the last one.
    for (; rest.length > size; rest = rest.subarray(size)) {
      of.push(change(rest.subarray(0, size), number, false));
      number += 1;
    }
    waiting = [rest];
    length = rest.length;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      length += chunk.length;
      if (length <= size) return done();
      try {
        take(this);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        this.push(change(Buffer.concat(waiting), number, true));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** Returns a transform stream that encrypts. */
export async function encryptWith(passphrase: string): Promise<Transform> {
  const header = Buffer.concat([MAGIC, Buffer.from([SCRYPT_LOG_N]), randomBytes(SALT + PREFIX)]);
  return sealing(await keyOf(passphrase, header), header);
}

function sealing(key: Buffer, header: Buffer): Transform {
  return inPieces(CHUNK, (chunk, number, isLast) => {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(header, number, isLast)).setAAD(header);
    const sealed = [cipher.update(chunk), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(number === 0 ? [header, ...sealed] : sealed);
  });
}

/** Returns a transform stream that encrypts with a key made from its random header, without a passphrase. */
export function encryptUnder(keyFor: (header: Buffer) => Buffer): Transform {
  const header = Buffer.concat([FILE_MAGIC, Buffer.from([0]), randomBytes(SALT + PREFIX)]);
  return sealing(keyFor(header), header);
}

/** Reverses `encryptUnder` for the bytes after the header. It fails with WrongPassphrase. */
export const decryptUnder = (keyFor: (header: Buffer) => Buffer, header: Buffer): Transform =>
  opening(keyFor(header), header);

/** Returns a transform stream that decrypts the bytes after `header`. It fails with WrongPassphrase. */
export async function decryptWith(passphrase: string, header: Buffer): Promise<Transform> {
  return opening(await keyOf(passphrase, header), header);
}

function opening(key: Buffer, header: Buffer): Transform {
  return inPieces(CHUNK + TAG, (chunk, number, isLast) => {
    if (chunk.length < TAG) throw new WrongPassphrase('the archive is cut off');
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(header, number, isLast))
      .setAAD(header)
      .setAuthTag(chunk.subarray(chunk.length - TAG));
    const plain = decipher.update(chunk.subarray(0, chunk.length - TAG));
    try {
      decipher.final();
    } catch (cause) {
      throw new WrongPassphrase('another passphrase, or the archive was changed', { cause });
    }
    return plain;
  });
}

export const HEADER_BYTES = HEADER;
