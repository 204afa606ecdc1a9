import { expect, test } from 'vitest';
import { config } from '#app/config.server.ts';
import type { AppError } from '#app/errors.ts';
import { findPublicDocument } from '#app/services/public-links/find-public-document.ts';
import { linkRule } from '#app/services/public-links/link-rule.ts';
import { createPublicLink, findPublicLink, revokePublicLink } from '#app/services/public-links/public-link.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

process.env.PUBLIC_LINKS = 'off';

describeOnBoth('PUBLIC_LINKS=off', () => {
  test('no link can be made, and the error says why', async () => {
    const { olga, rhea, document } = await buildCast();
    const refusal = await createPublicLink(olga, document.id, { withChildren: false }).catch(
      (error: AppError) => error,
    );
    expect(refusal).toMatchObject({ error: 'permissionDenied', fields: { '': [{ key: 'link.off' }] } });
    expect(await outcomeOf(createPublicLink(rhea, document.id, { withChildren: false }))).toBe('documentAccessDenied');
    expect(await findPublicLink(olga, document.id)).toBeNull();
    expect(linkRule()).toEqual({ isOff: true, latestDay: null });
  });

  test('a link made earlier opens nothing, can be revoked, and opens again once links are on', async () => {
    const { olga, document } = await buildCast();
    config().publicLinks = true;
    await createPublicLink(olga, document.id, { withChildren: false });
    const token = (await findPublicLink(olga, document.id))!.path!.slice('/s/'.length);
    expect(await findPublicDocument(token, null)).not.toBeNull();
    config().publicLinks = false;
    expect(await findPublicDocument(token, null)).toBeNull();
    config().publicLinks = true;
    expect(await findPublicDocument(token, null)).not.toBeNull();
    config().publicLinks = false;
    await revokePublicLink(olga, document.id);
    expect(await findPublicLink(olga, document.id)).toBeNull();
  });
});
