import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { languageModules } from '#app/markdown/finish/code-languages.ts';
import type { CodeElement } from '#app/markdown/finish/gather-elements.ts';
import { loadLazily } from '#app/markdown/load-lazily.ts';
import { withinTime } from '#app/markdown/within-time.ts';

/** Maximum characters of a highlighted block. Highlighting longer ones is slow and of little use. */
const LONGEST_BLOCK = 32 * 1024;
const MOST_CHARACTERS = 128 * 1024;
/** Stops the highlighter if a language's expressions take quadratic time despite the size limits. */
const DEADLINE_MILLISECONDS = 300;
/** Code up to this number of characters is fast in any language; the deadline itself costs 0.2 ms. */
const WITHOUT_DEADLINE = 2 * 1024;
const LANGUAGE = /^language-(.+)$/;

let highlighter: HLJSApi | undefined;

/** Registers a language and returns its module name; null if unknown. */
function learn(written: string): string | null {
  const [name, ...inside] = languageModules(written);
  if (name === undefined) return null;
  highlighter ??= loadLazily('highlight.js/lib/core') as HLJSApi;
  for (const module of [...inside, name]) {
    if (highlighter.getLanguage(module)) continue;
    highlighter.registerLanguage(module, loadLazily(`highlight.js/lib/languages/${module}`) as LanguageFn);
    // Compile before the deadline starts, which could interrupt it.
    highlighter.highlight('', { language: module });
  }
  return name;
}

function languageOf({ properties }: Element): string | null {
  const classes = Array.isArray(properties.className) ? properties.className : [];
  for (const name of classes) {
    const [, written] = LANGUAGE.exec(String(name)) ?? [];
    if (written !== undefined) return learn(written);
  }
  return null;
}

/** Highlights code blocks by class (`hljs-…`) if the language is known and the work stays small. */
export function highlightCode(elements: CodeElement[]): void {
  const blocks: { element: Element; code: string; language: string }[] = [];
  let characters = 0;
  for (const { element, block } of elements) {
    if (block === null) continue;
    const code = textOf(element);
    if (code.length > LONGEST_BLOCK || characters + code.length > MOST_CHARACTERS) continue;
    const language = languageOf(element);
    if (language === null) continue;
    characters += code.length;
    blocks.push({ element, code, language });
  }
  const colour = () => {
    for (const { element, code, language } of blocks) {
      const { value } = highlighter!.highlight(code, { language, ignoreIllegals: true });
      element.children = [{ type: 'raw', value }];
    }
  };
  try {
    if (characters <= WITHOUT_DEADLINE) colour();
    else withinTime(DEADLINE_MILLISECONDS, colour);
  } catch {
    // Deadline reached or an expression failed: the remaining blocks are not highlighted.
  }
}
