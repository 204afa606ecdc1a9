import { expect, it } from 'vitest';
import { maskMessage, maskPath, SAMPLING, scrub, scrubText, stripEvent } from '#app/observability/scrub.ts';

it('specification §9: sampling of traces 0.2, of replay 0.1, of replay on error 1', () => {
  expect(SAMPLING).toEqual({ traces: 0.2, replay: 0.1, replayOnError: 1 });
});

it.each([
  ['/doc/c123?keyword=secret#part', '/doc/c123'],
  ['/s/Zk3secret_token-x', '/s/…'],
  ['/s/Zk3secret_token-x/c123?lng=zh', '/s/…/c123'],
  ['/settings', '/settings'],
])('the page path %s is tagged as %s', (path, tagged) => {
  expect(maskPath(path)).toBe(tagged);
});

it.each([
  'https://notes.example.com/search?keyword=canary',
  '/reset-password?tempId=canary',
  'GET https://notes.example.com/s/canary/c1',
  'postgres://user:canary@db.example.com/x',
  'Bearer arbor_canary0123',
  'eyJhbGciOi.eyJzdWIiOi.canary-signature',
  'to canary@example.com',
  'a.row[aria-label="canary report"][href="/x"]',
  'canary0123456789canary0123456789canary0123456789',
])('what is sent keeps no secret by its form: %s', (text) => {
  expect(scrubText(text)).not.toContain('canary');
  expect(JSON.stringify(scrub({ deep: [{ text }] }))).not.toContain('canary');
});

it('what tells where a fault is stays', () => {
  const kept = {
    event_id: 'e1b2c3d4e5f60718293a4b5c6d7e8f90',
    frames: [{ filename: 'app:///chunks/server-build-a1b2c3.js', lineno: 7, function: 'render' }],
    route: '/doc/:docId',
    release: 'arbor@0.1.0',
    none: null,
  };
  expect(scrub(kept)).toEqual(kept);
});

it.each([
  ['SyntaxError', 'Unexpected token \'c\', "canary" is not valid JSON'],
  ['Error', 'near "canary": syntax error'],
  ['Error', 'first line\ncanary in the second'],
  ['Error', 'no such file “canary”'],
  ['TypeError', '"canary" is not a function'],
])('the message of a %s loses what it quotes: %s', (type, message) => {
  expect(maskMessage(type, message)).not.toContain('canary');
});

it('the language’s own errors keep the names of properties; words in the form of a code go', () => {
  const message = "Cannot read properties of undefined (reading 'title')";
  expect(maskMessage('TypeError', message)).toBe(message);
  expect(maskMessage('Error', 'code H7KQ2M refused')).toBe('code … refused');
});

it('an event keeps kind, masked message, place and page, and nothing of the request or the person', () => {
  const event = {
    message: 'said "canary"',
    user: { email: 'canary' },
    extra: { body: 'canary' },
    server_name: 'canary',
    request: { url: 'http://localhost/search?keyword=canary', cookies: 'canary', data: 'canary' },
    exception: {
      values: [
        {
          type: 'Error',
          value: 'got "canary"',
          stacktrace: { frames: [{ filename: '/home/canary/x.js', lineno: 3, vars: { text: 'canary' } }] },
        },
      ],
    },
  };
  const stripped = stripEvent(event, (file) => file.replace(/.*\//, 'app:///'));
  expect(JSON.stringify(stripped)).not.toContain('canary');
  expect(stripped.exception.values[0]).toEqual({
    type: 'Error',
    value: 'got "…"',
    stacktrace: { frames: [{ filename: 'app:///x.js', lineno: 3 }] },
  });
});
