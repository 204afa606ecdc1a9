import { renderText } from '#app/markdown/long-texts.ts';

/** An answer as sanitised HTML: what a model writes is no more to be trusted than what anyone else does. */
export async function renderAnswer(text: string): Promise<string> {
  return (await renderText(text)).html;
}
