import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = '1 November 2026';

/** Terms of an installation as files, with the variables that name them. */
export class TermsFiles {
  readonly version = VERSION;
  readonly #folder = mkdtempSync(join(tmpdir(), 'arbor-terms-'));
  readonly env = {
    TERMS_FILE: join(this.#folder, 'terms.md'),
    TERMS_FILE_ZH: join(this.#folder, 'terms-zh.md'),
    TERMS_VERSION: VERSION,
  };

  constructor() {
    writeFileSync(this.env.TERMS_FILE, '## Kindness\n\nBe kind to each other.\n');
    writeFileSync(this.env.TERMS_FILE_ZH, '## 友善\n\n请友善待人。\n');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
