import { expect, test } from 'vitest';
import { startPool } from '#app/threads/pool.ts';

test('S2: a thread that fails after its task was aborted does not stop the process', async () => {
  const pool = await startPool();
  try {
    expect(pool.emit('error', new Error('Worker terminated due to reaching memory limit'))).toBe(true);
  } finally {
    await pool.destroy();
  }
});
