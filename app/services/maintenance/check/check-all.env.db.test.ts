import { beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import type { Finding } from '#app/services/maintenance/check/finding.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildUser, type Cast, newEmail } from '#tests/support/factories.ts';
import { countStatements } from '#tests/support/statements.ts';

async function found(repair = false): Promise<Pick<Finding, 'area' | 'problem' | 'repaired'>[]> {
  const all: Finding[] = [];
  for await (const each of checkAll({ repair })) all.push(each);
  return all.map(({ area, problem, repaired }) => ({ area, problem, repaired }));
}

describeOnBoth('arbor db check', (dialect) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await buildCast();
    await setMonthlyLimit(OPERATOR, [cast.olga.id], 500);
  });
  /** Expects that the check finds the problem, repairs it, and then no longer finds it. */
  const isMended = async (area: Finding['area'], problem: Finding['problem']) => {
    expect(await found()).toEqual([{ area, problem, repaired: false }]);
    expect(await found(true)).toEqual([{ area, problem, repaired: true }]);
    expect(await found()).toEqual([]);
  };

  test('finds nothing where nothing is wrong', async () => {
    expect(await found()).toEqual([]);
  });

  test('takes documents that are below themselves out of their circle', async () => {
    const top = await buildDocument({ owner: cast.olga });
    const below = await buildDocument({ owner: cast.olga, parent: top });
    await execute('UPDATE documents SET parent_id = $below WHERE id = $top', { top: top.id, below: below.id });
    await isMended('tree', 'cycle');
  });

  test('gives siblings that lie at one place places of their own', async () => {
    const top = await buildDocument({ owner: cast.olga });
    for (const title of ['a', 'b', 'c']) await buildDocument({ owner: cast.olga, parent: top, title });
    await execute('UPDATE documents SET position = 7 WHERE parent_id = $top', { top: top.id });
    await isMended('tree', 'position');
  });

  test('archives what was live below the archived', async () => {
    const top = await buildDocument({ owner: cast.olga });
    await buildDocument({ owner: cast.olga, parent: top });
    await execute('UPDATE documents SET archived_at = 5, archive_root_id = id WHERE id = $top', { top: top.id });
    await isMended('tree', 'archive');
  });

  test('counts anew what an account owns', async () => {
    await execute('UPDATE document_counts SET present = present + 3 WHERE owner_id = $me', { me: cast.olga.id });
    await isMended('tree', 'count');
    await execute('DELETE FROM document_counts WHERE owner_id = $me', { me: cast.olga.id });
    await isMended('tree', 'count');
  });

  test('takes an entry for the owner away and gives a waiting one its account', async () => {
    const set = 'UPDATE shares SET user_id = $to WHERE document_id = $id AND email = $email';
    const { id } = cast.document;
    await execute(set, { to: null, id, email: cast.rhea.email });
    await isMended('permissions', 'unlinkedShare');
    await execute(set, { to: cast.olga.id, id, email: cast.nora.email });
    expect(await found()).toContainEqual({ area: 'permissions', problem: 'ownShare', repaired: false });
    await found(true);
    expect(await found()).toEqual([]);
  });

  test('drops an invitation whose account has an entry of its own or owns the document', async () => {
    const invite = `INSERT INTO shares (document_id, email, permission, created_at, updated_at)
      VALUES ($id, $email, 'EDIT', 1, 1)`;
    const { id } = cast.document;
    await execute('UPDATE shares SET email = $email WHERE user_id = $rhea', { email: newEmail(), rhea: cast.rhea.id });
    for (const { email } of [cast.rhea, cast.olga]) await execute(invite, { id, email });
    const waiting = { area: 'permissions', problem: 'unlinkedShare' };
    expect(await found(true)).toEqual([1, 2].map(() => ({ ...waiting, repaired: true })));
    expect(await found()).toEqual([]);
    const ofRhea = 'SELECT permission FROM shares WHERE document_id = $id AND user_id = $rhea';
    expect(await select(ofRhea, { id, rhea: cast.rhea.id })).toEqual([{ permission: 'READ' }]);
  });

  test('indexes what search does not know, or knows as it was', async () => {
    const index = dialect === 'sqlite' ? 'document_index_ids' : 'document_index';
    await execute(`DELETE FROM ${index} WHERE document_id = $id`, { id: cast.document.id });
    await isMended('search', 'notIndexed');
    await execute("UPDATE document_texts SET plain_text = 'Quinces' WHERE document_id = $id", { id: cast.document.id });
    await isMended('search', 'stale');
    expect((await searchDocuments(cast.olga, { keyword: 'quinces', page: 1, limit: 10 })).total).toBe(1);
  });

  test('tells what nobody can mend: a version that cannot be read, a file without bytes', async () => {
    const packed = Buffer.from('no deflate');
    const { id } = await buildDocument({ owner: cast.olga });
    await execute('UPDATE revisions SET packing = 1, packed = $packed WHERE document_id = $id', { packed, id });
    await execute(
      `INSERT INTO files (id, file_key, owner_id, name, ext, type, size, content_hash, created_at, expires_at, confirmed_at)
       VALUES ('cfile', 'key', $me, 'lost.png', 'png', 'image/png', 5, 'hash', 0, 0, 0)`,
      { me: cast.olga.id },
    );
    const both = [
      { area: 'history', problem: 'unreadable', repaired: false },
      { area: 'files', problem: 'noBytes', repaired: false },
    ];
    expect(await found()).toEqual(both);
    expect(await found(true)).toEqual(both);
    await execute("DELETE FROM files WHERE id = 'cfile'");
    await execute('DELETE FROM documents WHERE id = $id', { id });
  });

  test('takes as many statements for many people and documents as for few, and no transaction', async () => {
    const check = () => countStatements(() => found());
    const few = await check();
    for (let n = 0; n < 30; n += 1) {
      const person = await buildUser();
      await setMonthlyLimit(OPERATOR, [person.id], 500 + n);
      await buildDocument({ owner: person, content: `Bed ${n}` });
    }
    const many = await check();
    expect([few.result, many.result]).toEqual([[], []]);
    expect(many.statements.length).toBe(few.statements.length);
    expect(many.statements.filter((sql) => /BEGIN|START TRANSACTION/.test(sql))).toEqual([]);
  });

  test('makes the allowances say what the ledger says', async () => {
    await execute('UPDATE quotas SET reserved = 40 WHERE user_id = $me', { me: cast.olga.id });
    await isMended('quotas', 'reserved');
    await execute('UPDATE quotas SET used = 40 WHERE user_id = $me', { me: cast.olga.id });
    await isMended('quotas', 'used');
  });
});
