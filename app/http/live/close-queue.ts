import type { WebSocket } from 'ws';
import { liveTurns } from '#app/services/live/event-loop-turns.ts';

/** Connections that are closed at the same time. Their answers may arrive together, in one turn of the event loop. */
const AT_ONCE = 100;
/**
 * Time after which the next connection no longer waits for a client that does not answer. Changed rights must take
 * effect within 2 s: of 10,000 such clients the last one is closed after 1.5 s.
 */
const AWAITED_MS = 15;
/** Timeout after which the socket of a client that does not answer the close frame is destroyed. */
const CLOSE_WITHIN_MS = 2000;

type Closable = Pick<WebSocket, 'close' | 'terminate' | 'once'>;
type Waiting = { socket: Closable; code: number };

/** Closes connections some at a time: a whole branch with thousands of them may end at once. */
export class CloseQueue {
  readonly #waiting = new Set<Waiting>();
  #underWay = 0;

  close(socket: Closable, code: number): void {
    this.#waiting.add({ socket, code });
    this.#begin();
  }

  #begin(): void {
    for (const next of this.#waiting) {
      if (this.#underWay >= AT_ONCE) return;
      this.#waiting.delete(next);
      this.#underWay += 1;
      this.#close(next);
    }
  }

  #close({ socket, code }: Waiting): void {
    let isAwaited = true;
    const goOn = () => {
      if (!isAwaited) return;
      isAwaited = false;
      this.#underWay -= 1;
      this.#begin();
    };
    socket.once('close', goOn);
    inTurn(() => {
      socket.close(code);
      setTimeout(goOn, AWAITED_MS).unref();
      setTimeout(() => inTurn(() => socket.terminate()), CLOSE_WITHIN_MS).unref();
    });
  }
}

function inTurn(act: () => void): void {
  liveTurns.run(() => {
    act();
    return false;
  });
}
