import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { ask, pair, redeem, register } from '#tests/support/oauth-client.ts';
import { visitor } from '#tests/support/people.ts';

const stage = setStage();
let client: Server;
let address: string;
beforeAll(async () => {
  client = createServer((_request, response) => response.end('Connected. Close this window.'));
  await new Promise<void>((done) => client.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`;
});
afterAll(() => new Promise((done) => client.close(done)));

describe.each([true, false])('consent, JavaScript %s', (javaScriptEnabled) => {
  it('leads back to the client with a code, through the policy of the page', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(page, stage.server, `consent-${javaScriptEnabled}@example.com`);
    const clientId = await register(stage.server, [address]);
    const { verifier, challenge } = pair();
    await page.goto(stage.server.url + ask(clientId, challenge, { redirect_uri: address }));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${address}?*`);
    const code = new URL(page.url()).searchParams.get('code')!;
    const asked = { client_id: clientId, redirect_uri: address, code_verifier: verifier, code };
    expect((await redeem(visitor(stage.server), asked)).status).toBe(200);
    await page.goto(stage.server.url + ask(clientId, challenge, { redirect_uri: address }));
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.waitForURL(`${address}?error=access_denied*`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
