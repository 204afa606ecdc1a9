import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { exportDocument } from '#app/services/transfer/export/export-document.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { PNG } from '#tests/support/upload.ts';

// A replacement for Chromium: its "PDF" is the given page and the names of the files beside it.
const SCRIPT = `#!/bin/sh
for a in "$@"; do case $a in --print-to-pdf=*) OUT=\${a#--print-to-pdf=};; file:*) PAGE=\${a#file://};; esac; done
{ cat "$PAGE"; ls "$(dirname "$PAGE")/files" 2>/dev/null; } > "$OUT"
`;

beforeAll(() => {
  const program = join(DATA_DIR, 'chromium');
  writeFileSync(program, SCRIPT);
  chmodSync(program, 0o755);
  process.env.PDF_CHROMIUM = program;
});

const words = {
  texts: { search: '', contents: '', noResults: '', inside: '' },
  alertTitles: { note: '说明', tip: '', important: '', warning: '', caution: '' },
};

describeOnBoth('PDF', () => {
  test('holds a document or its branch in reading order, with its own pictures and no script', async () => {
    const [owner, stranger] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const first = await buildDocument({ owner, parent: top, title: 'First <b>' });
    await buildDocument({ owner, parent: top, title: 'Last', content: '> [!NOTE]\n> The end' });
    await buildDocument({ owner, parent: first, title: 'Inside', content: '<script>x()</script>Inner' });
    const upload = { fileName: 'leaf.png', ext: 'png', docId: top.id };
    const picture = await saveUpload(owner, upload, Readable.from([Buffer.from(PNG)]));
    await updateDocument(owner, top.id, { content: `Begin ![leaf](${picture.downloadUrl})`, autosave: false });
    const of = (format: 'pdf' | 'branch-pdf', who = owner) =>
      exportDocument(who, { id: top.id, format, lng: 'en', origin: 'https://notes.example.com', ...words });
    const { name, type, body } = await of('pdf');
    const page = Buffer.from(body as Uint8Array).toString();
    expect([name, type]).toEqual(['Top.pdf', 'application/pdf']);
    expect(page).toContain(`src="files/${picture.id}.png"`);
    expect(page).toMatch(new RegExp(`\\n${picture.id}\\.png\\n$`));
    expect(page).not.toContain('The end');
    const branch = Buffer.from((await of('branch-pdf')).body as Uint8Array).toString();
    expect(branch).toMatch(/class="alert-title"[^>]*>说明</);
    const places = ['Begin', 'First &lt;b&gt;', 'Inner', 'The end'].map((words) => branch.indexOf(words));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(branch).toContain("default-src 'none'");
    expect(branch).not.toContain('<script');
    expect(await outcomeOf(of('pdf', stranger))).toBe('documentNotFound');
  });

  test('holds no picture of a document that its reader may not see', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const [shown, other, closed] = [
      await buildDocument({ owner }),
      await buildDocument({ owner }),
      await buildDocument({ owner }),
    ];
    const pictureOf = (docId: string) =>
      saveUpload(owner, { fileName: 'leaf.png', ext: 'png', docId }, Readable.from([Buffer.from(PNG)]));
    const pictures = [await pictureOf(shown.id), await pictureOf(other.id), await pictureOf(closed.id)];
    const content = pictures.map(({ downloadUrl }) => `![](${downloadUrl}) ![](${downloadUrl}?w=320)`).join('\n');
    await updateDocument(owner, shown.id, { content, autosave: false });
    for (const document of [shown, other]) await buildShare({ owner, document, to: reader });
    const printed = async (who: typeof owner) => {
      const how = { id: shown.id, format: 'pdf', lng: 'en', origin: 'https://notes.example.com', ...words } as const;
      const page = Buffer.from((await exportDocument(who, how)).body as Uint8Array).toString();
      return pictures.filter(({ id }) => page.includes(`\n${id}.png\n`)).map(({ id }) => id);
    };
    const ids = pictures.map(({ id }) => id);
    expect((await printed(owner)).toSorted()).toEqual(ids.toSorted());
    expect((await printed(reader)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  });
});
