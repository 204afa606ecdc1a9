import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { typeAtHumanSpeed, untilShown, waitForStored } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const around = setNetwork(setStage());
const { begin, join } = around;

it('a connection that dies silently is replaced, for who writes and for who only reads along', async () => {
  const { writer, friend } = await begin('Roses.');
  const { page, text } = writer;
  const other = await join(friend, writer);
  await text.press('Control+End');
  around.network.silence();
  other.content.insert(0, 'Wild ');
  await untilShown(page, 'Wild Roses.');
  around.network.silence();
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Mine');
  await until(() => expect(other.text).toBe('Wild Roses. Mine'));
  await waitForStored(writer, 'Wild Roses. Mine');
  await page.locator('.save-note[data-state="saved"]').waitFor();
  other.leave();
  await writer.context.close();
});

it('a network that is there again replaces a silent connection at once', async () => {
  const { writer, friend } = await begin('Roses.');
  const { page, context } = writer;
  const other = await join(friend, writer);
  around.network.silence();
  await context.setOffline(true);
  other.content.insert(0, 'Wild ');
  await context.setOffline(false);
  const from = Date.now();
  await untilShown(page, 'Wild Roses.');
  expect(Date.now() - from).toBeLessThan(10_000);
  other.leave();
  await context.close();
});
