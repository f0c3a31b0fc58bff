import { onlineWithin } from '../lib/online.ts';
import { RequestError, serverRefusal } from '../lib/request-error.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { createStore, type Store } from '../lib/store.ts';
import { pastedKey } from '../records/access-key/pasted-key.ts';

/** What a page knows about the secret in its address. */
export interface DoorState<Opened> {
  /** Empty if the address has none. */
  secret: string;
  /** `none`: no secret. `asking`: not answered yet. `silent`: the service does not answer. `limited`: it was asked too often. */
  kind: 'none' | 'asking' | 'open' | 'invalid' | 'silent' | 'limited';
  /** The last answer of the service; null while there is none. */
  opened: Opened | null;
}

interface DoorOptions {
  /** How old (ms) the state may be when somebody returns to the page; then the service is asked again. By default it is not asked. */
  freshMs?: number;
}

/** The pauses (ms) before the service is asked again, unless the network comes back earlier. The last pause repeats. */
const pausesMs = [2_000, 4_000, 8_000, 15_000, 30_000];
/** The pause (ms) after a refusal because of the limit, which counts the requests of an hour. */
const limitPauseMs = 300_000;

/** The pause (ms) before the next try. @param earlierFailures how many tries in a row failed before the last */
export function pauseAfter(earlierFailures: number): number {
  return pausesMs[Math.min(earlierFailures, pausesMs.length - 1)] ?? 0;
}

/** Punctuation after an address, such as a full stop, which is copied with it. A secret never ends with any. */
const trailingPunctuation = /[\p{P}\p{S}]+$/u;

/** The secret in what was typed or pasted, which is the secret alone or a whole address. */
export function secretIn(typed: string): string {
  return pastedKey(typed.slice(typed.lastIndexOf('#') + 1)).replace(trailingPunctuation, '');
}

function secretInAddress(): string {
  try {
    return secretIn(decodeURIComponent(location.hash));
  } catch {
    // the address has an invalid escape sequence, so it is taken as it is
    return secretIn(location.hash);
  }
}

/**
 * Opens the secret in the address of a page, and follows the address, because another secret may be opened in the same page. The secret is
 * in the fragment, which browsers never send; only the calls of the page send it to the service (`decisions §15`). The cost is one call
 * when the page opens. If the service does not answer, it is asked until it does.
 */
export class SecretDoor<Opened> {
  readonly #read: (secret: string, signal: AbortSignal) => Promise<Opened>;
  readonly #freshMs: number;
  readonly #state = createStore<DoorState<Opened>>({ secret: '', kind: 'none', opened: null });
  /** Stops the requests for the current secret. */
  #controller: AbortController | null = null;
  /** When the last request was sent, in milliseconds since 1970. */
  #askedAt = 0;

  readonly state: Pick<Store<DoorState<Opened>>, 'get' | 'subscribe'> = this.#state;

  /** @param read asks the service what the secret opens */
  constructor(
    read: (secret: string, signal: AbortSignal) => Promise<Opened>,
    { freshMs = Infinity }: DoorOptions = {},
  ) {
    this.#read = read;
    this.#freshMs = freshMs;
  }

  /** Follows the address until `signal` is aborted. */
  start(signal: AbortSignal): void {
    const follow = () => {
      const secret = secretInAddress();
      if (secret !== this.#state.get().secret) this.#openSecret(secret);
    };
    addEventListener('hashchange', follow, { signal });
    const unsubscribe = onReturn(() => {
      if (!document.hidden && Date.now() - this.#askedAt >= this.#freshMs) this.ask();
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      this.#controller?.abort();
    });
    follow();
  }

  /** Opens a secret that was typed, by changing the address. If the address has it already, the service is asked again. */
  open(secret: string): void {
    if (secret === secretInAddress()) this.#openSecret(secret);
    else location.hash = secret;
  }

  #openSecret(secret: string): void {
    this.#state.set({ secret, kind: secret === '' ? 'none' : 'asking', opened: null });
    this.ask();
  }

  /** Asks the service for the current state, until it answers. The previous answer stays until then. */
  ask(): void {
    this.#controller?.abort();
    const { secret, kind } = this.#state.get();
    if (secret === '' || kind === 'invalid') return;
    this.#controller = new AbortController();
    void this.#askUntilAnswered(secret, this.#controller.signal);
  }

  async #askUntilAnswered(secret: string, signal: AbortSignal): Promise<void> {
    for (let earlierFailures = 0; !signal.aborted; earlierFailures += 1) {
      this.#askedAt = Date.now();
      const newState = await this.#answer(secret, signal);
      if (signal.aborted) return;
      const { opened } = this.#state.get();
      // the previous answer stays without a new one, unless the secret is invalid
      this.#state.set({
        secret,
        kind: newState.kind,
        opened: newState.opened ?? (newState.kind === 'invalid' ? null : opened),
      });
      if (newState.kind === 'open' || newState.kind === 'invalid') return;
      await onlineWithin(newState.kind === 'limited' ? limitPauseMs : pauseAfter(earlierFailures), signal);
    }
  }

  async #answer(secret: string, signal: AbortSignal): Promise<Pick<DoorState<Opened>, 'kind' | 'opened'>> {
    try {
      return { kind: 'open', opened: await this.#read(secret, signal) };
    } catch (error) {
      if (error instanceof RequestError && error.status === 429) return { kind: 'limited', opened: null };
      return { kind: serverRefusal(error).code === 'PT404' ? 'invalid' : 'silent', opened: null };
    }
  }
}
