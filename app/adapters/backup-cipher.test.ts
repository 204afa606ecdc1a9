import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decryptWith, encryptWith, HEADER_BYTES, isEncrypted } from '#app/adapters/backup-cipher.ts';

const PASSPHRASE = 'north bed, south bed';
const PIECE = 64 * 1024;

/** Streams bytes in pieces that match no boundary of the format. */
const streamOf = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, n) => bytes.subarray(n * 1000, n * 1000 + 1000)),
    {
      objectMode: false,
    },
  );
const encrypt = async (bytes: Buffer) => buffer(streamOf(bytes).pipe(await encryptWith(PASSPHRASE)));
const decrypt = async (sealed: Buffer, passphrase = PASSPHRASE) => {
  const plain = await decryptWith(passphrase, sealed.subarray(0, HEADER_BYTES));
  const rest = streamOf(sealed.subarray(HEADER_BYTES));
  return buffer(rest.pipe(plain));
};

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])('%d bytes come back', async (length) => {
  const bytes = randomBytes(length);
  const sealed = await encrypt(bytes);
  expect(isEncrypted(sealed)).toBe(true);
  expect((await decrypt(sealed)).equals(bytes)).toBe(true);
  expect((await encrypt(bytes)).equals(sealed)).toBe(false);
});

test('another passphrase, a changed byte, a missing or a swapped piece are refused', async () => {
  const sealed = await encrypt(randomBytes(3 * PIECE));
  const piece = PIECE + 16;
  const [one, two] = [HEADER_BYTES, HEADER_BYTES + piece];
  const changed = Buffer.from(sealed);
  changed[two + 5]! ^= 1;
  const salted = Buffer.from(sealed);
  salted[HEADER_BYTES - 1]! ^= 1;
  const swapped = Buffer.concat([
    sealed.subarray(0, one),
    sealed.subarray(two, two + piece),
    sealed.subarray(one, two),
    sealed.subarray(two + piece),
  ]);
  for (const broken of [changed, salted, swapped, sealed.subarray(0, two + piece), sealed.subarray(0, -1)])
    await expect(decrypt(broken)).rejects.toThrow(/passphrase|cut off/);
  await expect(decrypt(sealed, 'south bed, north bed')).rejects.toThrow('another passphrase');
});
