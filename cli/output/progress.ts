const WIDTH = 24;

/** Draws a progress bar on stderr; nothing without a terminal. */
export function progressBar(label: string): { update: (done: number, total: number) => void; end: () => void } {
  const { isTTY } = process.stderr;
  return {
    update: (done, total) => {
      if (!isTTY) return;
      const filled = Math.round((WIDTH * done) / Math.max(total, 1));
      process.stderr.write(`\r${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`);
    },
    end: () => {
      if (isTTY) process.stderr.write('\r\u001B[K');
    },
  };
}
