import { PNG } from '#tests/support/upload.ts';

/** Target of a link: a note by number, optionally with a heading, or a file by name. */
type Target = { note: number; heading?: string } | { file: string };
export type VaultNote = { text: string; targets: Target[] };
export type Vault = { files: Record<string, string | Buffer>; notes: VaultNote[] };

const FOLDERS = ['', 'Daily', 'Projects/Garden', 'Projects/House', '资料', 'Ärger & Mühe', 'a/b/c/d'];
const PICTURE_EVERY = 10;
const ALIAS_EVERY = 4;

const folderOf = (nth: number) => FOLDERS[nth % FOLDERS.length]!;
const nameOf = (nth: number) => `${['Note', '笔记', "Ada's list", 'v1.2 plan'][nth % 4]!} ${nth}`;
const pathOf = (nth: number) => [folderOf(nth), nameOf(nth)].filter(Boolean).join('/');
const aliasOf = (nth: number) => `Also ${nth}`;

/** Marks a note, as its title may come from a heading. */
export const markOf = (nth: number): string => `Number ${nth} of the vault.`;

/**
 * Builds a vault as Obsidian stores it (help.obsidian.md: links, aliases, embeds, properties, attachments, tags,
 * callouts). Every note links to others in each way, and embeds form circles through all notes.
 */
export function obsidianVault(count: number): Vault {
  const files: Vault['files'] = {
    '.obsidian/app.json': '{"attachmentFolderPath":"attachments"}',
    '.obsidian/workspace.json': '{}',
    'attachments/guide.pdf': '%PDF-1.4\n%%EOF\n',
  };
  for (let nth = 0; nth < count; nth += PICTURE_EVERY) files[`attachments/picture ${nth}.png`] = PNG;
  const notes = Array.from({ length: count }, (_, nth) => noteOf(nth, count));
  for (const [nth, { text }] of notes.entries()) files[`${pathOf(nth)}.md`] = text;
  return { files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`Vault/${path}`, text])), notes };
}

function noteOf(nth: number, count: number): VaultNote {
  const targets: Target[] = [];
  const at = (steps: number) => (nth + steps) % count;
  /** Writes a link and records where it leads. */
  const link = (written: string, target: Target) => {
    targets.push(target);
    return written;
  };
  const aliased = Math.floor(at(7) / ALIAS_EVERY) * ALIAS_EVERY;
  const picture = Math.floor(at(3) / PICTURE_EVERY) * PICTURE_EVERY;
  const up = '../'.repeat(folderOf(nth).split('/').filter(Boolean).length);
  const lines = [
    ...(nth % ALIAS_EVERY === 0 ? ['---', `aliases: ["${aliasOf(nth)}"]`, 'tags: [garden, beds/spring]', '---'] : []),
    `${markOf(nth)} #garden #beds/spring`,
    link(`Next: [[${nameOf(at(1))}]].`, { note: at(1) }),
    link(`By path: [[${pathOf(at(11))}|an alias]].`, { note: at(11) }),
    link(`A heading: [[${nameOf(at(2))}#Second part]]`, { note: at(2), heading: 'second-part' }) +
      link(` and [[${nameOf(at(5))}#章节 二|a Chinese one]].`, { note: at(5), heading: '章节-二' }),
    link(`An alias: [[${aliasOf(aliased)}]].`, { note: aliased }),
    link(`![[${nameOf(at(1))}]]`, { note: at(1) }),
    link(`![[${nameOf(at(count - 1))}#Second part]]`, { note: at(count - 1), heading: 'second-part' }),
    link(`Markdown: [x](${up}${encodeURI(pathOf(at(13)))}.md)`, { note: at(13) }),
    '| Name | About |\n| --- | --- |',
    link(`| [[${nameOf(at(17))}\\|in a cell]] | x |`, { note: at(17) }),
    '',
    '> [!tip]- Folded',
    link(`> [[${nameOf(at(19))}]]`, { note: at(19) }),
    '',
    ...(nth % PICTURE_EVERY === 0
      ? [
          link(`![[picture ${picture}.png|120]]`, { file: `picture ${picture}` }) +
            link(' ![[guide.pdf]]', { file: 'guide' }),
        ]
      : []),
    'Code stays: `[[No link]]`',
    '```\n[[No link]]\n```',
    '## Second part',
    link('[[#章节 二]]', { note: nth, heading: '章节-二' }),
    '## 章节 二',
    `Text ${'of some length '.repeat(nth % 20)}`,
  ];
  return { text: lines.join('\n'), targets };
}
