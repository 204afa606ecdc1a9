import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { xssPayloads } from '#tests/support/xss-payloads.ts';

const AT_ONCE = 45;
const batches = Array.from({ length: Math.ceil(xssPayloads.length / AT_ONCE) }, (_, batch) =>
  xssPayloads
    .slice(batch * AT_ONCE, (batch + 1) * AT_ONCE)
    // Forms reject NUL, which `app/markdown` tests.
    .map((payload) => payload.replaceAll('\0', ''))
    .join('\n\n---\n\n'),
);

const stage = setStage();

/** Collects dialogs and policy violations, except those of images and styles. */
async function watch(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on('dialog', async (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(stage.server.url)) faults.push(`went to ${frame.url()}`);
  });
  await page.exposeFunction('tellFault', (fault: string) => faults.push(fault));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (!/^img-src/.test(effectiveDirective)) Reflect.get(window, 'tellFault')(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return faults;
}

/** Triggers every event handler that a reader could trigger. */
async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const body = document.getElementById('document-body')!;
    for (const element of body.querySelectorAll<HTMLElement>('*')) {
      for (const type of ['mouseover', 'focus', 'pointerenter', 'animationstart', 'toggle', 'load', 'error']) {
        element.dispatchEvent(new Event(type));
      }
    }
    for (const details of body.querySelectorAll('details')) details.open = !details.open;
  });
}

/** Returns the document without additions of the page's own script: copy buttons, zooming images. */
const bodyOf = (page: Page) =>
  page.evaluate(() => {
    const body = document.getElementById('document-body')!.cloneNode(true) as HTMLElement;
    for (const frame of body.querySelectorAll('.code-frame')) frame.replaceWith(...frame.querySelectorAll('pre'));
    for (const image of body.querySelectorAll('img')) {
      image.classList.remove('zooms');
      for (const name of ['tabindex', 'role', 'aria-haspopup', 'aria-label', 'class'])
        if (name !== 'class' || image.className === '') image.removeAttribute(name);
    }
    return body.innerHTML.replace(/<details open="">/g, '<details>');
  });

describe('F1: hostile Markdown in Chromium', () => {
  it('runs no script, breaks no policy and leads nowhere, and is the same from the server as from the client', async () => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    const faults = await watch(page);
    await enterAsNew(page, stage.server, 'mallory@example.com');
    for (const [batch, text] of batches.entries()) {
      const path = await plantDocument(page, `<script>alert(1)</script>${batch}`, text);
      await page.goto(path);
      await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
      await touchEverything(page);
      const fromServer = await bodyOf(page);
      await page.getByRole('link', { name: 'Home' }).click();
      await page.waitForURL(`${stage.server.url}/`);
      await page
        .getByRole('main')
        .getByRole('link', { name: `${batch}` })
        .first()
        .click();
      await page.waitForURL(path);
      await page.locator('#document-body').waitFor();
      await touchEverything(page);
      expect(await bodyOf(page)).toBe(fromServer);
      expect(await page.locator('#document-body :is(script, iframe, object, embed, form, style, svg)').count()).toBe(0);
      expect([batch, ...faults]).toEqual([batch]);
    }
    await context.close();
  });
});
