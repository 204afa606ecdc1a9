import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, PASSWORD, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { newPerson } from '#tests/support/people.ts';
import { SentryServer } from '#tests/support/sentry-server.ts';
import { startServer } from '#tests/support/server.ts';

const sentry = new SentryServer();

const stage = setOwnStage({ beside: sentry, env: () => ({ SENTRY_DSN: sentry.dsn }) });

/** Replaces the page's random numbers: values below every rate are sampled. */
async function alwaysSampled(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0.05;
    crypto.getRandomValues = (values) => {
      if (values instanceof Uint8Array)
        for (const index of values.keys()) values[index] = (index * 37 + Date.now()) % 256;
      return values;
    };
  });
}

/** Filters complaints to those other than the error raised on purpose. */
const unexpected = ({ complaints }: Visitor) =>
  complaints.filter((text) => !/on purpose|^Page error:|Unexpected Server Error|componentStack|^%o/.test(text));

describe('with a reporting service', () => {
  it('specification §8: a render error is on the console as Page error:, and sent with page path, environment and component stack', async () => {
    const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
    const { page, context, complaints } = visitor;
    await enterAsNew(page, stage.server, 'admin@example.com');
    await page.goto(`${stage.server.url}/test-sentry?keyword=canary-query`);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'While rendering in the browser' }).click();
    await page.getByRole('heading', { name: 'Something went wrong!', level: 1 }).waitFor();
    const event = await sentry.fault('Raised on purpose: browser render');
    expect(event).toMatchObject({
      environment: 'production',
      tags: { environment: 'production', path: '/test-sentry' },
    });
    expect(JSON.stringify(event)).toContain('componentStack');
    expect(complaints.some((text) => text.startsWith('Page error: Error: Raised on purpose'))).toBe(true);

    await page.getByRole('dialog', { name: 'What happened?' }).waitFor();
    await page.getByLabel('What were you doing').fill('I pressed the button');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    const { payload } = await sentry.item(({ type }) => type === 'feedback', 'feedback');
    expect(payload.contexts?.feedback).toMatchObject({ message: 'I pressed the button' });
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Test error reporting' }).waitFor();
    expect(unexpected(visitor)).toEqual([]);
    await context.close();
  });

  it('a usage report that fails has a screen of its own, which asks what happened', async () => {
    const chief = await newPerson(stage.server, 'chief', { isAdmin: true });
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    const { url, dataDir } = stage.server;
    await context.addCookies([...chief.browser.cookies].map(([name, value]) => ({ name, value, url })));
    const database = new DatabaseSync(join(dataDir, 'arbor.sqlite'));
    database.exec('ALTER TABLE ledger RENAME TO ledger_away');
    await page.goto(`${url}/admin/token-usage`);
    database.exec('ALTER TABLE ledger_away RENAME TO ledger');
    database.close();
    await page.getByText('The usage report could not be shown').waitFor();
    await page.getByRole('dialog', { name: 'What happened?' }).waitFor();
    await context.close();
  });

  it('errors of events and promises are sent, and those of the server are shown with the question what happened', async () => {
    const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
    const { page, context } = visitor;
    await page.goto(`${stage.server.url}/login`);
    await page.getByLabel('E-mail').fill('admin@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await page.goto(`${stage.server.url}/test-sentry`);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'In an event' }).click();
    await page.getByRole('button', { name: 'In a promise' }).click();
    expect((await sentry.fault('Raised on purpose: browser')).tags?.path).toBe('/test-sentry');
    await sentry.fault('Raised on purpose: promise');
    for (const name of ['While rendering', 'In a loader', 'In an action']) {
      await page.goto(`${stage.server.url}/test-sentry`);
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('heading', { name: 'Something went wrong!', level: 1 }).waitFor();
      await page.getByRole('dialog', { name: 'What happened?' }).waitFor();
    }
    expect(unexpected(visitor)).toEqual([]);
    await context.close();
  });

  it('L10 traces and replays are sent, and hold no text, title, address, keyword or password of anybody', async () => {
    const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
    const { page, context } = visitor;
    await alwaysSampled(page);
    const from = sentry.items.length;
    const envelopesFrom = sentry.envelopes.length;
    await enterAsNew(page, stage.server, 'canary-person@example.com');
    const path = await writeDocument(
      page,
      'Canarytitle',
      '# Canaryheading\n\nCanarytext [here](/search?keyword=canaryquery).',
    );
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'here' }).click();
    await page.waitForURL(/keyword=canaryquery/);
    await page.getByRole('main').getByLabel('Words to find').fill('Canarytyped');
    const typedAt = sentry.items.length;
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('got "Canaryquoted"'))));
    await sentry.fault('got "…"');
    const sent = (name: string) =>
      sentry.item((item) => sentry.items.indexOf(item) >= from && item.type === name, name);
    expect((await sent('replay_recording')).text).toContain('*****');
    await sent('transaction');
    await sentry.item((item) => sentry.items.indexOf(item) >= typedAt && item.type === 'replay_recording', 'typed');
    await page.close({ runBeforeUnload: false });
    const envelopes = sentry.envelopes.slice(envelopesFrom).join('\n');
    const cookies = (await context.cookies()).map(({ value }) => value).filter((value) => value.length > 8);
    expect(cookies.length).toBeGreaterThan(1);
    const found = envelopes.match(/.{0,60}canary.{0,20}/gi) ?? [];
    expect(found).toEqual([]);
    for (const secret of [PASSWORD, ...cookies]) expect(envelopes).not.toContain(secret);
    expect(unexpected(visitor).filter((text) => !text.includes('Canaryquoted'))).toEqual([]);
    await context.close();
  });
});

it('without one not a byte of it reaches the browser, and the policy names no other origin', async () => {
  const plain = await startServer();
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.url());
  });
  await enterAsNew(page, plain, 'plain@example.com');
  const answer = await page.goto(`${plain.url}/test-sentry`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'While rendering in the browser' }).click();
  await page.getByRole('heading', { name: 'Something went wrong!' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.ENV)).toEqual({});
  expect(await page.getByRole('dialog').count()).toBe(0);
  const bodies = await Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()));
  expect(bodies.length).toBeGreaterThan(5);
  expect(scripts.filter((url) => /reporting|feedback/.test(url))).toEqual([]);
  expect(bodies.filter((body) => /sentry_key|replaysOnErrorSampleRate/.test(body))).toEqual([]);
  expect(answer?.headers()['content-security-policy']).not.toContain('127.0.0.1');
  await context.close();
  await plain.remove();
});

it('source maps are not served', async () => {
  const html = await (await fetch(`${stage.server.url}/login`)).text();
  const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(html)![0];
  expect((await fetch(stage.server.url + script)).status).toBe(200);
  expect((await fetch(`${stage.server.url}${script}.map`)).status).toBe(404);
});
