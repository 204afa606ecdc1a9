import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ResponseBytes } from '#app/http/response-cache/response-bytes.ts';

const [MADE_WITH, SENT_WITH] = ['nonce-of-the-first-view', 'another nonce'];

test('an answer is the same in both encodings, with the nonce of its response in each place', async () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 400, maxLength: 3000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const answer = new ResponseBytes(Buffer.from(parts.join(MADE_WITH)), MADE_WITH);
      const expected = parts.join(SENT_WITH);
      expect(answer.plain(SENT_WITH).toString()).toBe(expected);
      expect(gunzipSync(await answer.gzip(SENT_WITH)).toString()).toBe(expected);
      expect(answer.hash).toBe(new ResponseBytes(answer.plain(SENT_WITH), SENT_WITH).hash);
    }),
  );
});
