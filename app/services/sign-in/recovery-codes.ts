import { keyedHash, randomCode } from '#app/services/crypto/secrets.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findSpentRecoveryCode } from '#db/queries/grants.ts';

const COUNT = 10;
const LENGTH = 10;

/**
 * Creates ten one-use codes that replace a lost authenticator and invalidates older ones. Only this call returns them.
 */
export async function replaceRecoveryCodes(userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => randomCode(LENGTH));
  await inTransaction(async () => {
    await removeRecoveryCodes(userId);
    const { RecoveryCode } = await models();
    for (const code of codes) await RecoveryCode.create({ userId, codeHash: hashOf(userId, code) });
  });
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Consumes a code in one conditional statement; ignores case, spaces and dashes. */
export async function consumeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const unused = { userId, codeHash: hashOf(userId, code), usedAt: null };
  return inTransaction(async () => {
    const [used] = await (await models()).RecoveryCode.update({ usedAt: Date.now() }, { where: unused });
    return used === 1;
  });
}

export async function isSpentRecoveryCode(userId: string, code: string): Promise<boolean> {
  const rows = await findSpentRecoveryCode({ userId, hash: hashOf(userId, code) });
  return rows.length > 0;
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  return (await models()).RecoveryCode.count({ where: { userId, usedAt: null } });
}

export async function removeRecoveryCodes(userId: string): Promise<void> {
  await inTransaction(async () => (await models()).RecoveryCode.destroy({ where: { userId } }));
}

function hashOf(userId: string, code: string): string {
  return keyedHash('recovery-code', userId, code.toUpperCase().replace(/[\s-]/g, ''));
}
