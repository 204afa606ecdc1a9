import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageBytes } from '#app/http/kept-pages/page-bytes.ts';

const [MADE_WITH, SENT_WITH] = ['nonce-of-the-first-view', 'another nonce'];

test('a page is the same in both encodings, with the nonce of its response in each place', async () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 400, maxLength: 3000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const page = new PageBytes(Buffer.from(parts.join(MADE_WITH)), MADE_WITH);
      const expected = parts.join(SENT_WITH);
      expect(page.plain(SENT_WITH).toString()).toBe(expected);
      expect(gunzipSync(await page.gzip(SENT_WITH)).toString()).toBe(expected);
      expect(page.hash).toBe(new PageBytes(page.plain(SENT_WITH), SENT_WITH).hash);
    }),
  );
});
