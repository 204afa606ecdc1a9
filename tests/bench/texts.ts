import { randomFrom } from '#tests/support/random.ts';

const ENGLISH =
  `the of and to a in is it that for was on are with as they be at one have this from by hot word but what some
  we can out other were all there when use your how said each which their time will way about many then them write would like
  these her long make thing see him two look more day could go come did number sound most people over know water than call first
  who may down side been now find any new work part take get place made live where after back little only round man year came
  show every good give under name very through just form sentence great think say help low line differ turn cause much mean before
  move right boy old too same tell does set three want air well also play small end put home read hand port large spell add land
  garden branch forest leaf letter archive meeting budget review release customer design server database protocol network`.split(
    /\s+/,
  );
const CHINESE =
  '的一是不了在人有我他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知使现开些长明样文件搜索标题项目会议计划预算设计网络数据库服务器';
const CHARACTERS = [...CHINESE];
const MARKDOWN_BYTES = 8_500;

/** Words unique to these texts: each pair, and each Chinese phrase, occurs in exactly HITS_PER_TERM documents. */
export const ENGLISH_TERMS = [
  'quokka zeppelin',
  'obsidian lighthouse',
  'velvet armadillo',
  'marzipan compass',
  'tungsten orchid',
];
export const CHINESE_TERMS = ['琥珀灯塔', '钨丝兰花', '狐狸罗盘', '翡翠蜂鸟', '珊瑚钟楼'];
export const HITS_PER_TERM = 10;

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

function sentence(random: Random): string {
  if (random() < 0.35) {
    const length = 12 + Math.floor(random() * 24);
    return `${Array.from({ length }, () => pick(random, CHARACTERS)).join('')}。`;
  }
  return `${Array.from({ length: 6 + Math.floor(random() * 12) }, () => pick(random, ENGLISH)).join(' ')}.`;
}

function word(random: Random): string {
  const text = random() < 0.3 ? pick(random, CHARACTERS) + pick(random, CHARACTERS) : pick(random, ENGLISH);
  const kind = random();
  if (kind < 0.2) return `**${text}**`;
  if (kind < 0.35) return `\`${text}\``;
  return kind < 0.5 ? `[${text}](/doc/${text.codePointAt(0)})` : text;
}

/** Returns a typical note: list, task, table, code or link. Rendering doubles its size. */
function block(random: Random): string {
  const kind = random();
  const lines = (count: number, mark: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `${mark(index)}${word(random)} ${word(random)}`).join('\n');
  if (kind < 0.14) return `## ${word(random)} ${word(random)}`;
  if (kind < 0.34) return lines(6, () => '- ');
  if (kind < 0.42) return lines(4, (index) => `${index + 1}. `);
  if (kind < 0.48) return lines(4, () => '- [ ] ');
  if (kind < 0.54) return `\`\`\`js\n${sentence(random)}\n\`\`\``;
  if (kind < 0.6) return `> ${sentence(random)}`;
  if (kind < 0.7) {
    const row = () => `| ${Array.from({ length: 4 }, () => word(random)).join(' | ')} |`;
    return `| a | b | c | d |\n| --- | --- | --- | --- |\n${Array.from({ length: 5 }, row).join('\n')}`;
  }
  return Array.from({ length: 2 }, () => sentence(random)).join(' ');
}

/** Returns 8.5 KB of Markdown, English and Chinese mixed, determined by `seed`. */
export function markdownOf(seed: number): string {
  const random = randomFrom(seed);
  const blocks: string[] = [];
  let bytes = 0;
  while (bytes < MARKDOWN_BYTES) {
    const next = block(random);
    blocks.push(next);
    bytes += Buffer.byteLength(next) + 2;
  }
  return blocks.join('\n\n');
}

/** Returns the text of the document with this number. Some contain the terms that are searched. */
export function documentText(index: number): string {
  const term = Math.floor(index / 2 / HITS_PER_TERM);
  const terms = index % 2 === 0 ? ENGLISH_TERMS : CHINESE_TERMS;
  const words = index < 1000 && term < terms.length ? `\n\nIt says ${terms[term]} somewhere.` : '';
  return markdownOf(index + 1) + words;
}

export function documentTitle(index: number): string {
  const random = randomFrom(1_000_000 + index);
  return index % 3 === 0
    ? Array.from({ length: 8 }, () => pick(random, CHARACTERS)).join('')
    : Array.from({ length: 4 }, () => pick(random, ENGLISH)).join(' ');
}
