import { expect, test } from 'vitest';
import { mentionOf } from '#app/services/comments/list-mentionable.ts';
import { plainMentions } from '#app/services/comments/mentions.ts';
import { models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';

async function buildAda() {
  const ada = await buildUser();
  await (await models()).User.update({ displayName: 'Ada' }, { where: { id: ada.id } });
  return ada;
}

describeOnBoth('mentions in mails', () => {
  test('are present names, whatever punctuation the written one has', async () => {
    const ada = await buildAda();
    const texts = ['A', 'A [b] \\', '🌳'.repeat(60), 'x'.repeat(254)].map((name) => `${mentionOf(name, ada.id)}, why?`);
    expect(await plainMentions(texts)).toEqual(texts.map(() => '@Ada, why?'));
    expect(await plainMentions(['[@A](/people/nobody) [@B](https://example.com/)'])).toEqual([
      '[@A](/people/nobody) [@B](https://example.com/)',
    ]);
  });

  test('take no longer for a text that only begins them', async () => {
    const ada = await buildAda();
    for (const begin of ['[@', '[@\\', '[@a']) {
      const hostile = begin.repeat(100_000);
      const [alone, whole] = await plainMentions([hostile, `${hostile}, ${mentionOf('A', ada.id)}`]);
      expect([alone === hostile, whole === `${hostile}, @Ada`]).toEqual([true, true]);
    }
  });
});
