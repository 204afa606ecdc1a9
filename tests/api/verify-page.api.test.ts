import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

test('without an address the page of codes says nothing of a code sent, and sends one to the address given', async () => {
  const { page } = visitor(sharedServer());
  const { text } = await page.get('/verify?lng=en');
  expect(text).toContain('Enter your e-mail address and the code that was sent to it.');
  expect(text).not.toMatch(/We have sent|Nothing arrived/);
  expect(text).toContain('id="resend-email"');
  const email = newEmail('codes');
  const registered = await page.post('/register', { email, password: PASSWORD });
  const known = await page.follow(registered);
  expect(known.text.replaceAll('<!-- -->', '')).toContain(`We have sent a code to ${email}.`);
  expect(known.text).not.toContain('resend-email');
  await until(async () => expect(await mailsTo(sharedServer().dataDir, email)).toHaveLength(1));
});

test('an address that is missing is asked for', async () => {
  const { page } = visitor(sharedServer());
  const refused = await page.post('/verify', { intent: 'resend', type: 'register', email: '' });
  expect([refused.status, refused.text.includes('id="resend-email"')]).toEqual([422, true]);
  const email = newEmail('unknown');
  const sent = await page.post('/verify', { intent: 'resend', type: 'register', email });
  expect([sent.status, sent.headers.get('Location')]).toEqual([
    303,
    `/verify?type=register&email=${encodeURIComponent(email)}`,
  ]);
});

test('a mistyped address is refused beside the field that it was typed into, and can be mended there', async () => {
  const { page } = visitor(sharedServer());
  const refused = await page.post('/verify', { intent: 'resend', type: 'register', email: 'ada@' });
  expect(refused.status).toBe(422);
  const tags = [...refused.text.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const field = tags.find((tag) => tag.includes('id="resend-email"'));
  expect(field).toContain('value="ada@"');
  expect(field).toContain('aria-invalid="true"');
  expect(refused.text).toContain('href="#resend-email"');
  expect(tags.find((tag) => tag.includes('id="email"'))).not.toContain('aria-invalid');
  expect(tags.filter((tag) => tag.includes('type="hidden"') && tag.includes('name="email"'))).toEqual([]);
});
