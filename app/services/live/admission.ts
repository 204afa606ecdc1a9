import * as Y from 'yjs';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { type Checked, checkUpdate, LiveRefusal } from '#app/services/live/check-update.ts';
import { openCounted, STEPS_FREE, STEPS_MAX } from '#app/services/live/integration-steps.ts';
import { bytesOf, SHARED_TITLE_MAX_BYTES, type TextBytes } from '#app/services/live/shared-roots.ts';
import { countStructs } from '#app/services/live/shared-text.ts';

/** Structs of a document. It is renewed from a quarter of them, once nobody writes. */
const STRUCTS_MAX = 400_000;

/** Decides which updates a document takes, so that all processes and folds can open its state. */
export class Admission {
  readonly #doc: Y.Doc;
  readonly #epoch: number;
  /** Upper bounds of the texts' sizes. */
  #bytes: TextBytes;
  /** Upper bound of the steps since they were counted exactly. */
  #steps = 0;

  constructor(doc: Y.Doc, epoch: number) {
    this.#doc = doc;
    this.#epoch = epoch;
    this.#bytes = bytesOf(doc);
  }

  /** Measures the texts, after changes that were not checked here. */
  measure(): void {
    this.#bytes = bytesOf(this.#doc);
  }

  /** Checks an update. Throws `LiveRefusal` if it is malformed, too large, of another epoch or too slow to open. */
  check(update: Uint8Array): Checked {
    if (countStructs(this.#doc) > STRUCTS_MAX) throw new LiveRefusal(CLOSING.tooMany);
    // The counts ignore deletions, so measure the texts before a change is refused.
    const { content, title } = this.#bytes;
    if (content + update.length > CONTENT_MAX_BYTES || title + update.length > SHARED_TITLE_MAX_BYTES) this.measure();
    const checked = checkUpdate(update, { doc: this.#doc, epoch: this.#epoch, bytes: this.#bytes });
    if (this.#steps + checked.steps <= STEPS_FREE) return checked;
    if (!this.#opensWith(checked.update)) throw new LiveRefusal(CLOSING.malformed);
    this.#steps = 0;
    return { ...checked, steps: 0 };
  }

  #opensWith(update: Uint8Array): boolean {
    try {
      return openCounted([Y.encodeStateAsUpdate(this.#doc), update], STEPS_MAX) !== null;
    } catch {
      return false;
    }
  }

  /** Counts an update that was applied. */
  count({ added, steps }: Checked): void {
    this.#steps += steps;
    this.#bytes = { content: this.#bytes.content + added.content, title: this.#bytes.title + added.title };
  }
}
