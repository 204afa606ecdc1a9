import { escapeText } from '#app/markdown/escape-html.ts';

/** Maximum length of the headings of a text that are segmented, as a hostile text consists of headings. */
const SEGMENTED_MAX = 20_000;
/** Width of a heading that a phone shows in one line, in Chinese characters; a letter is half as wide. */
const ONE_LINE = 10;
const HAN = /^\p{Script=Han}+$/u;
const HAS_HAN = /\p{Script=Han}/u;
/** Function words of one character, at either side of which a line may break. */
const APART = new Set('的了着过是在有和与及或对把被从到向给为以于之而则也都就还再又很更最不没无我你他她它这那哪谁个');

const TAG = /(<(?:"[^"]*"|[^">])*>)/;

/** Adjectives of one character, which belong to the word after them. */
const AHEAD = new Set('大小新旧多单双高低长短');

let segmenter: Intl.Segmenter | undefined;

/**
 * Marks where the lines of a long Chinese heading may break (`<wbr>`), between words. Chinese has no spaces: browsers
 * break it after any character, also within 文档. Takes and returns HTML; without long Chinese text it is returned
 * unchanged.
 */
export function markPhrases(html: string): string {
  if (!HAS_HAN.test(html) || isOneLine(html)) return html;
  return html
    .split(TAG)
    .map((part) => (part.startsWith('<') ? part : phrasesOf(part).join('<wbr>')))
    .join('');
}

/** `markPhrases` for plain text. Returns HTML; null if the text is unchanged. */
export function phrasedTitle(title: string): string | null {
  const html = escapeText(title);
  const marked = markPhrases(html);
  return marked === html ? null : marked;
}

/** Applies `markPhrases` to the headings of a text, up to `SEGMENTED_MAX` characters of headings. */
export function markHeadings(html: string): string {
  let segmented = 0;
  return html.replace(/(<h([1-6])\b[^>]*>)(.*?)(?=<\/h\2>)/gs, (whole, start: string, _level, content: string) => {
    segmented += content.length;
    return segmented > SEGMENTED_MAX || content.includes('class="katex"') ? whole : start + markPhrases(content);
  });
}

function isOneLine(html: string): boolean {
  let width = 0;
  for (const part of html.split(TAG)) {
    if (part.startsWith('<')) continue;
    for (const letter of part) {
      width += HAS_HAN.test(letter) ? 1 : 0.5;
      if (width > ONE_LINE) return false;
    }
  }
  return true;
}

/** Splits a text between Chinese words. */
function phrasesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const phrases: string[] = [];
  let before = '';
  for (const { segment } of segmenter.segment(text)) {
    if (HAN.test(before) && HAN.test(segment) && !isOneWord(before, segment)) phrases.push(segment);
    else phrases.push((phrases.pop() ?? '') + segment);
    before = segment;
  }
  return phrases;
}

/**
 * Tests whether two segments form one word: the dictionary lacks technical words (文档, 组件) and names, whose characters
 * come one by one.
 */
const isOneWord = (one: string, other: string) =>
  AHEAD.has(one) || (one.length === 1 && other.length === 1 && !APART.has(one) && !APART.has(other));
