/** Changes that a tab does not know to be stored: a Yjs update on the state of this epoch. */
type Unsent = { epoch: number; update: Uint8Array<ArrayBuffer>; isConnected: boolean };
type Message = Unsent | 'tell';

type Options = {
  userId: string;
  docId: string;
  onChanges: (unsent: Unsent) => void;
  /** Called when a new tab wants to know this one's unsent changes. */
  onAsked: () => void;
};

/** Exchanges unsent changes with the same person's other tabs, also without a connection to the server. */
export class OtherTabs {
  readonly #channel: BroadcastChannel;

  constructor({ userId, docId, onChanges, onAsked }: Options) {
    this.#channel = new BroadcastChannel(`arbor-live/${userId}/${docId}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => (data === 'tell' ? onAsked() : onChanges(data));
  }

  tell(unsent: Unsent): void {
    this.#channel.postMessage(unsent);
  }

  /** Requests the other tabs' unsent changes. */
  ask(): void {
    this.#channel.postMessage('tell');
  }

  end(): void {
    this.#channel.close();
  }
}
