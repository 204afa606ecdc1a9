import type { Migration } from '#db/migration.ts';

/**
 * Binds a code to the browser that requested it, or to the one-time link of its mail. `slot` is empty, or identifies a
 * browser that has signed in before. Strangers can replace only codes of the empty slot.
 */
export const guessing: Migration = {
  name: '0019-guessing',
  up: async ({ run, key }) => {
    await run('ALTER TABLE codes ADD COLUMN browser_hash TEXT');
    await run('ALTER TABLE codes ADD COLUMN link_hash TEXT');
    await run(`ALTER TABLE codes ADD COLUMN slot ${key} NOT NULL DEFAULT ''`);
    await run('DROP INDEX codes_live');
    await run('CREATE UNIQUE INDEX codes_live ON codes (email, type, slot)');
  },
  down: async ({ run }) => {
    await run("DELETE FROM codes WHERE slot <> ''");
    await run('DROP INDEX codes_live');
    for (const column of ['browser_hash', 'link_hash', 'slot']) await run(`ALTER TABLE codes DROP COLUMN ${column}`);
    await run('CREATE UNIQUE INDEX codes_live ON codes (email, type)');
  },
};
