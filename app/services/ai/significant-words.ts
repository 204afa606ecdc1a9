/** Stop words of questions. */
const ENGLISH = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my no not ' +
    'of on or our should so some that the their them then there these they this to us was we were what when where which ' +
    'who whom whose why will with would you your about tell all any documents document notes please'
  ).split(' '),
);
const CHINESE =
  /什么|怎么样|怎么|怎样|如何|为什么|哪些|哪个|哪里|哪|多少|几个|是否|有没有|请问|告诉|关于|我们|你们|他们|我的|文档|可以|应该|以及|还有|就是|[的了是吗呢吧啊在和与或有我你他她它这那被把对从到谁要会能也都就]/g;
const WORDS_MAX = 8;
const RUN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+/gu;
const isHan = (text: string) => /^\p{Script=Han}/u.test(text);

/** Returns the search words of a question: longest first, at most eight. */
export function significantWords(question: string): string[] {
  const runs = question.match(RUN) ?? [];
  const words = runs.flatMap((run) => (isHan(run) ? chineseWords(run) : plainWords(run)));
  return [...new Set(words)].sort((a, b) => weight(b) - weight(a)).slice(0, WORDS_MAX);
}

const weight = (word: string) => word.length * (isHan(word) ? 2 : 1);

function plainWords(run: string): string[] {
  const word = run.toLowerCase();
  return word.length > 1 && !ENGLISH.has(word) ? [word] : [];
}

/**
 * Returns the words of a run of Chinese characters. The run is split at particles; a longer part is split into pairs of
 * neighbouring characters.
 */
function chineseWords(run: string): string[] {
  const parts = run.split(CHINESE).filter((part) => [...part].length >= 2);
  return parts.flatMap((part) => {
    const characters = [...part];
    if (characters.length <= 3) return [part];
    return [part, ...characters.slice(0, -1).map((character, at) => character + characters[at + 1])];
  });
}
