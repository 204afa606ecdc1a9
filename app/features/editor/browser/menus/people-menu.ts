import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';

/** Completes the names of people after an `@` that begins a word. */
export const peopleMenu =
  (people: readonly Mentionable[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/(?<![\p{L}\p{N}._%+-])@[\p{L}\p{N}._-]{0,30}$/u);
    if (!typed || isLiteral(context.state, context.pos)) return null;
    const begun = typed.text.slice(1).toLocaleLowerCase();
    const options = people
      .filter(({ name }) => name.toLocaleLowerCase().includes(begun))
      .map(({ name, markdown }): Completion => {
        const initial = [...name][0]?.toUpperCase() ?? '';
        return { label: name, type: `emoji:${initial}`, apply: `${markdown} ` };
      });
    // Synchronous, so that Enter directly after a letter applies to the filtered list.
    const update = (_result: CompletionResult, _from: number, _to: number, now: CompletionContext) =>
      peopleMenu(people)(now);
    return options.length > 0 ? { from: typed.from, options, filter: false, update } : null;
  };
