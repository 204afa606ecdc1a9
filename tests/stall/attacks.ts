import type { Attack } from '#tests/stall/attack.ts';
import { branches } from '#tests/stall/hostile-branches.ts';
import { HOSTILE_CHANGES } from '#tests/stall/hostile-changes.ts';
import { conversations } from '#tests/stall/hostile-conversations.ts';
import { HOSTILE_IMPORTS } from '#tests/stall/hostile-imports.ts';
import { HOSTILE_HTML, HOSTILE_SEARCHES, HOSTILE_YAML } from '#tests/stall/hostile-pages.ts';
import { readings } from '#tests/stall/hostile-readings.ts';
import { HOSTILE_MARKDOWN } from '#tests/stall/hostile-texts.ts';
import { uploadFile } from '#tests/stall/upload-file.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument } from '#tests/support/people.ts';

const KILOBYTE = 1024;

const BIG = 200 * KILOBYTE;

async function saves(person: Client): Promise<Attack[]> {
  const document = await makeDocument(person);
  const path = `/api/documents/${document.id}`;
  return Object.entries(HOSTILE_MARKDOWN).flatMap(([name, textOf]) =>
    [1, 23, 200].map((kilobytes) => ({
      kind: 'render',
      name: `${name}, ${kilobytes} KB`,
      run: () => person.api.patch(path, { content: textOf(kilobytes * KILOBYTE) }),
    })),
  );
}

async function previews(person: Client): Promise<Attack[]> {
  const { id, version } = await makeDocument(person);
  const csrf = person.browser.cookies.get('XSRF-TOKEN') ?? '';
  const form = { csrf, intent: 'preview', title: 'Preview', icon: '', baseVersion: String(version) };
  return Object.entries(HOSTILE_MARKDOWN).map(([name, textOf]) => ({
    kind: 'preview',
    name: `${name}, 200 KB`,
    run: () => person.page.postBlind(`/doc/${id}/edit`, { ...form, content: textOf(BIG) }),
  }));
}

function imports(person: Client): Attack[] {
  const pages = Object.entries(HOSTILE_HTML).map(([name, textOf]) => ({
    kind: 'HTML import',
    name: `${name}, 200 KB`,
    run: () => uploadFile(person, 'page.html', textOf(BIG)),
  }));
  const heads = Object.entries(HOSTILE_YAML).map(([name, headOf]) => ({
    kind: 'YAML',
    name: `${name}, 20 KB`,
    run: () => uploadFile(person, 'a.md', `---\n${headOf(20 * KILOBYTE)}\n---\nText`),
  }));
  const files = Object.entries(HOSTILE_IMPORTS).map(([what, { name, bytes }]) => {
    let file: string | Buffer = '';
    const prepare = async () => {
      file = bytes();
    };
    return { kind: 'import', name: what, prepare, run: () => uploadFile(person, name, file) };
  });
  return [...pages, ...heads, ...files];
}

/** Saves each change (packs a revision), views it in the history (diff) and merges it with another. */
async function changes(person: Client): Promise<Attack[]> {
  const attacks: Attack[] = [];
  for (const { name, before, after } of HOSTILE_CHANGES) {
    let path = '';
    let version = 0;
    const prepare = async () => {
      const document = await makeDocument(person, { content: before });
      path = `/api/documents/${document.id}`;
      version = document.version;
    };
    const other =
      before.length > 10 ? `${before.slice(0, before.length / 2)}elsewhere${before.slice(before.length / 2)}` : 'x';
    attacks.push(
      { kind: 'packing', name, prepare, run: () => person.api.patch(path, { content: after }) },
      { kind: 'difference', name, run: () => person.page.get(`${path.replace('/api/documents', '/doc')}/history`) },
      { kind: 'merge', name, run: () => person.api.patch(path, { content: other, baseVersion: version }) },
    );
  }
  return attacks;
}

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

/** Searches three texts of up to 1.4 MB each, with the word at the end. */
function searches(person: Client): Attack[] {
  return HOSTILE_SEARCHES.map(({ name, piece, keyword }, nth) => {
    const word = `needle${nth}`;
    const text = `${piece.repeat(Math.floor((1_200 * KILOBYTE) / jsonBytes(piece)))} needle ${word}`;
    return {
      kind: 'search',
      name,
      prepare: async () => {
        for (let made = 0; made < 3; made += 1) await makeDocument(person, { content: text });
      },
      run: () => person.api.get(`/api/search?keyword=${encodeURIComponent(`${keyword} ${word}`)}`),
    };
  });
}

async function copies(person: Client, documents: number): Promise<Attack[]> {
  const top = await makeDocument(person);
  const content = HOSTILE_MARKDOWN['open emphasis']!(8 * KILOBYTE);
  for (let nth = 0; nth < documents; nth += 1) await makeDocument(person, { parentId: top.id, content });
  const duplicate = () => person.api.post(`/api/documents/${top.id}/duplicate`);
  return [{ kind: 'duplicate', name: `${documents} documents of 8 KB`, run: duplicate }];
}

/** Returns all known worst inputs, prepared for one person. */
export async function attacksBy(person: Client, { copied }: { copied: number }): Promise<Attack[]> {
  return [
    ...(await saves(person)),
    ...(await previews(person)),
    ...imports(person),
    ...(await changes(person)),
    ...searches(person),
    ...(await copies(person, copied)),
    ...readings(person),
    ...conversations(person),
    ...branches(person),
  ];
}
