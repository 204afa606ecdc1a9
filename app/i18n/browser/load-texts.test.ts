import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTexts, type TextsError } from '#app/i18n/browser/load-texts.ts';

let server: Server;
let asked: string[];
let pauses: number[];
let answers: ((response: ServerResponse) => void)[];

beforeEach(async () => {
  [asked, pauses, answers] = [[], [], []];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    (answers.shift() ?? texts)(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const texts = (response: ServerResponse) => response.end('{"frame":{"settings":"设置"}}');
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end('{}');
const load = () =>
  loadTexts('zh', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pause: async (ms) => void pauses.push(ms),
  });
const failure = () =>
  load().then(
    () => expect.fail('It did not fail'),
    ({ message, isPassing }: TextsError) => ({ message, isPassing }),
  );

it('specification §7: the texts of a language are a JSON map at /locales/{lng}.json', async () => {
  expect(await load()).toEqual({ frame: { settings: '设置' } });
  expect(asked).toEqual(['GET /locales/zh.json']);
});

it.each([500, 503])('specification §8: status %i is retried, each time a little later', async (code) => {
  answers = [status(code), status(code)];
  expect(await load()).toEqual({ frame: { settings: '设置' } });
  expect([asked.length, pauses]).toEqual([3, [300, 600]]);
});

it('specification §8: a failure of the network is retried', async () => {
  answers = [(response) => response.destroy()];
  expect(await load()).toEqual({ frame: { settings: '设置' } });
  expect(asked).toHaveLength(2);
});

it('what fails three times is given up', async () => {
  answers = [status(502), status(502), status(502)];
  expect(await failure()).toEqual({ message: 'failed loading /locales/zh.json: status 502', isPassing: true });
  expect(asked).toHaveLength(3);
});

it.each([400, 404, 499])('specification §8: status %i is a failure for good', async (code) => {
  answers = [status(code)];
  expect(await failure()).toEqual({ message: `failed loading /locales/zh.json: status ${code}`, isPassing: false });
  expect(asked).toHaveLength(1);
});

it('specification §8: what cannot be parsed is reported as failed parsing', async () => {
  answers = [(response) => response.end('{"frame":')];
  expect(await failure()).toEqual({ message: 'failed parsing /locales/zh.json', isPassing: false });
  expect(asked).toHaveLength(1);
});
