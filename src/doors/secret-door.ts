import { onlineWithin } from '../lib/online.ts';
import { RequestError, serverRefusal } from '../lib/request-error.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { createStore, type Store } from '../lib/store.ts';
import { pastedKey } from '../records/access-key/pasted-key.ts';

/** What a page knows of the secret in its address. */
export interface DoorState<Opened> {
  /** Empty where the address has none. */
  secret: string;
  /** `silent`: the service does not answer. `limited`: it was asked too often. */
  kind: 'none' | 'asking' | 'open' | 'invalid' | 'silent' | 'limited';
  /** What the service said last. */
  opened: Opened | null;
}

interface DoorOptions {
  /** How old (ms) the state may be when somebody comes back to the page; without it, it is not asked again then. */
  freshMs?: number;
}

/** Pauses before the service is asked again, unless the network comes back earlier. The last pause repeats. */
const pausesMs = [2_000, 4_000, 8_000, 15_000, 30_000];
/** The longest pause: of a limit, which is counted by the hour. */
const limitPauseMs = 300_000;

/** The pause (ms) before something is tried again that failed so often in a row. */
export function pauseAfter(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
}

/** What a text has behind an address, such as a full stop, and takes for a part of it. No secret has any. */
const punctuationBehind = /[\p{P}\p{S}]+$/u;

/** The secret in what was typed or pasted: a code, or a whole address. */
export function secretIn(typed: string): string {
  return pastedKey(typed.slice(typed.lastIndexOf('#') + 1)).replace(punctuationBehind, '');
}

function secretInAddress(): string {
  try {
    return secretIn(decodeURIComponent(location.hash));
  } catch {
    // a broken escape: no secret has one
    return secretIn(location.hash);
  }
}

/**
 * The secret in the address, which the page follows: another one may be opened in the same page. It stays in the fragment, which
 * browsers send to nobody, and goes with the calls; nothing else gets to know it (`decisions §15`). It costs one look when the page
 * opens, and where the service does not answer it asks until it does.
 */
export class SecretDoor<Opened> {
  readonly #look: (secret: string, signal: AbortSignal) => Promise<Opened>;
  readonly #freshMs: number;
  readonly #state = createStore<DoorState<Opened>>({ secret: '', kind: 'none', opened: null });
  #asking: AbortController | null = null;
  #askedAt = 0;

  readonly state: Pick<Store<DoorState<Opened>>, 'get' | 'subscribe'> = this.#state;

  constructor(
    look: (secret: string, signal: AbortSignal) => Promise<Opened>,
    { freshMs = Infinity }: DoorOptions = {},
  ) {
    this.#look = look;
    this.#freshMs = freshMs;
  }

  /** Follows the address until `signal` is aborted. */
  start(signal: AbortSignal): void {
    const follow = () => {
      const secret = secretInAddress();
      if (secret !== this.#state.get().secret) this.#begin(secret);
    };
    addEventListener('hashchange', follow, { signal });
    const unsubscribe = onReturn(() => {
      if (!document.hidden && Date.now() - this.#askedAt >= this.#freshMs) this.ask();
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      this.#asking?.abort();
    });
    follow();
  }

  /** Opens a code that was typed: the page follows its address, and asks again where that stays as it is. */
  open(secret: string): void {
    if (secret === secretInAddress()) this.#begin(secret);
    else location.hash = secret;
  }

  #begin(secret: string): void {
    this.#state.set({ secret, kind: secret === '' ? 'none' : 'asking', opened: null });
    this.ask();
  }

  /** Asks for the current state until the service answers. What is shown stays until then. */
  ask(): void {
    this.#asking?.abort();
    const { secret, kind } = this.#state.get();
    if (secret === '' || kind === 'invalid') return;
    this.#asking = new AbortController();
    void this.#askUntilAnswered(secret, this.#asking.signal);
  }

  async #askUntilAnswered(secret: string, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      this.#askedAt = Date.now();
      const next = await this.#answer(secret, signal);
      if (signal.aborted) return;
      const { opened } = this.#state.get();
      // what was read before is better than nothing
      this.#state.set({ secret, kind: next.kind, opened: next.opened ?? (next.kind === 'invalid' ? null : opened) });
      if (next.kind === 'open' || next.kind === 'invalid') return;
      await onlineWithin(next.kind === 'limited' ? limitPauseMs : pauseAfter(failures), signal);
    }
  }

  async #answer(secret: string, signal: AbortSignal): Promise<Pick<DoorState<Opened>, 'kind' | 'opened'>> {
    try {
      return { kind: 'open', opened: await this.#look(secret, signal) };
    } catch (error) {
      if (error instanceof RequestError && error.status === 429) return { kind: 'limited', opened: null };
      return { kind: serverRefusal(error).code === 'PT404' ? 'invalid' : 'silent', opened: null };
    }
  }
}
