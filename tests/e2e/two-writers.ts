import { expect } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, openWriter, storedText, type Writer } from '#tests/e2e/writer.ts';
import { newPerson, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

/** Opens a document in two people's editors. */
export async function openTwo(stage: Stage, content: string): Promise<[Writer, Writer]> {
  const ada = await openWriter(stage, content);
  const { docId, url } = ada;
  const [person, visitor] = await Promise.all([
    newPerson(stage.server, 'ben'),
    newVisitor(stage.browser, { javaScriptEnabled: true }),
  ]);
  await share(ada.person, docId, person.email, 'EDIT');
  await visitor.context.addCookies(
    [...person.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url })),
  );
  const ben = { ...visitor, person, docId, url, text: await beginWriting(visitor.page, url) };
  for (const { page } of [ada, ben]) await page.getByRole('list', { name: 'Here now' }).waitFor();
  return [ada, ben];
}

/** Waits until both editors and the database have the same text and returns it. */
export function agreed([ada, ben]: [Writer, Writer]): Promise<string> {
  return until(async () => {
    const [first, second] = await Promise.all([readEditor(ada.page), readEditor(ben.page)]);
    expect(second.text).toBe(first.text);
    expect(await storedText(ada)).toBe(first.text);
    return first.text;
  });
}
