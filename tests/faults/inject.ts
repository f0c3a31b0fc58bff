import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, getResponse, http, RequestHandler } from 'msw';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../src/lib/device/session.ts';
import { messageStore } from '../../src/lib/notify.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import { allowConsole } from '../support/console.ts';
import { renderRoute } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { whileTrying } from '../support/waiting.ts';
import { faults, type Fault } from './faults.ts';

type Words = string | RegExp;

/** A call of the portal, and what a person sees when it goes wrong. */
export interface Call {
  /** The places in the source that make it, as `every-call.test.ts` names them. */
  from: readonly string[];
  request: { method: 'get' | 'post' | 'patch' | 'delete'; url: string; when?: (url: URL) => boolean };
  /** The session; null for the login. */
  as: Session | null;
  /** The path and query of the screen. */
  at: string;
  /** Sets up the server without faults. */
  serve: () => void;
  /** The steps from the opened screen to the button. */
  begin?: (user: UserEvent) => Promise<unknown>;
  /** Makes the call again, or for the first time where opening the screen does not make it. */
  press: () => void;
  /** The message, `other` for faults without a message of their own. */
  expected: Words | ({ other: Words } & Partial<Record<Fault, Words>>);
  /** Asserts what must still be there after a fault. */
  kept?: () => void;
  /** Asserts that it worked. */
  done: () => void;
  /** The expected lines of the console. */
  logs?: RegExp;
  /** For calls that write: how often it was written. */
  written?: () => number;
  /** How often the portal tries automatically before it reports a fault; once by default. */
  tries?: number;
  /** Seconds within which the screen reports a fault, where it tries for longer than the others. */
  limit?: number;
  /** The message when only one response is lost while the network works, if it differs from `expected`. */
  responseLost?: Call['expected'];
  /** Another way to cut its body: not every kind of request notices a stream that breaks off. */
  cutBody?: (typeof faults)['offline'];
  /** Sets up what else the server answers once the session has ended. */
  over?: () => void;
  /**
   * What makes a second press harmless that the portal cannot tell from a first one: the message asks to look first, or
   * doing it again changes nothing.
   */
  repeated?: 'asks to look' | 'changes nothing';
  /** Asserts the result of a second press, where it differs from `done`. */
  doneAgain?: () => void;
}

/** All but 401, which ends the session. 403 comes first, because it needs no clock to move. */
const inTurn = ['403', '409', '429', '500', 'offline', 'hang', 'malformed', 'empty 200', 'cut body'] as const;
/** Faults that leave open whether it was written: one looks like no response, the other like success. */
const doubtful = ['offline', 'empty 200'] as const;
/** Milliseconds that a slow response takes: below every limit of the portal. */
const slowness = 6_000;
/** Seconds within which a screen reports a fault. */
const usualLimit = 16;

/** How many faults this process has injected. */
let injected = 0;

/** Injects faults into a call, one after the other. */
class Network {
  fault: Fault | 'slow' | null = null;
  /** How many requests of the call came since the fault was set. */
  asked = 0;
  /** A request was made while offline: from then on, all of them fail. */
  away = false;

  /** @param arrives whether the request is carried out, and only its response is lost. */
  constructor({ request: { method, url, when }, cutBody }: Call, arrives: boolean) {
    const handlersWithoutFault = server.listHandlers().filter((handler) => handler instanceof RequestHandler);
    const handlerOfCall = http[method](url, () => new Response());
    server.use(
      http.all(`${origin}/*`, async ({ request }) => {
        const { fault } = this;
        const isOfCall = (await handlerOfCall.test({ request })) && (when?.(new URL(request.url)) ?? true);
        if (isOfCall) this.asked += 1;
        this.away ||= fault === 'offline' && !arrives;
        if (!isOfCall && this.away) return faults.offline();
        if (!isOfCall || fault === null) return undefined;
        if (fault === 'slow') {
          await delay(slowness);
          return undefined;
        }
        if (arrives) await getResponse(handlersWithoutFault, request.clone());
        return fault === 'cut body' && cutBody ? cutBody() : faults[fault]();
      }),
    );
  }

  set(fault: Network['fault']): void {
    this.fault = fault;
    this.asked = 0;
    this.away = false;
    if (fault !== null) injected += 1;
  }
}

/** Gives time to what needs no clock: responses, and React. */
async function letAnswersArrive(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

// before the clock of a test stands still
const realNow = performance.now.bind(performance);
const realPause = setTimeout;

/**
 * Lets time pass until this holds, with the network responding in between. Code is loaded by the real clock, for which a busy machine
 * gets as long as it needs.
 */
async function until(check: () => void, limit = usualLimit): Promise<void> {
  const startedAt = realNow();
  for (let passed = 0; ;) {
    try {
      return whileTrying(check);
    } catch {
      // once more, so that the error shows the page
      if (passed > limit * 1_000 && realNow() - startedAt > 20_000) return check();
    }
    const isOver = passed > limit * 1_000;
    // short steps at first and then longer ones; after the limit short steps of the real clock too
    const step = isOver ? 50 : passed < 3_000 ? 300 : 1_000;
    passed += step;
    await act(async () => {
      if (isOver) await new Promise((resolve) => realPause(resolve, step));
      await vi.advanceTimersByTimeAsync(step);
      await letAnswersArrive();
    });
  }
}

/** Stops the clock: from here on only `until` moves it. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // the timeout of the browser uses another clock
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const end = new AbortController();
    setTimeout(() => end.abort(new DOMException('Too long', 'TimeoutError')), milliseconds);
    return end.signal;
  });
}

const announced = () =>
  Array.from(document.querySelectorAll('[role=alert],[role=alertdialog],[role=status]'), (element) =>
    [element.textContent, element.getAttribute('aria-label')].join(' '),
  ).join('\n');

const hasWords = (text: string, words: Words) => (typeof words === 'string' ? text.includes(words) : words.test(text));

function wordsFor({ expected }: Call, fault: Fault): Words {
  return typeof expected === 'string' || expected instanceof RegExp ? expected : (expected[fault] ?? expected.other);
}

function expectWords(call: Call, fault: Fault): void {
  const words = wordsFor(call, fault);
  const text = announced();
  if (!hasWords(text, words)) throw new Error(`With ${fault} it should say “${words}”, and says:\n${text}`);
}

/** Whether no request is running, and no button is busy any more, which the page shows a moment later. */
const isQuiet = () =>
  queryClient.isFetching() + queryClient.isMutating() === 0 && screen.queryByRole('button', { busy: true }) === null;

/**
 * Opens the screen, and presses where a person has to.
 * @param arrives whether the server carries out the requests in spite of the fault, so that only their responses are lost
 */
async function open(call: Call, first: Fault, arrives = false): Promise<Network> {
  queryClient.clear();
  if (call.logs) allowConsole(call.logs);
  call.serve();
  const network = new Network(call, arrives);
  if (!call.begin) network.set(first);
  const { user } = renderRoute(call.at, call.as);
  if (call.begin) await call.begin(user);
  // the code of a screen loads in real time
  else await waitFor(() => expect(network.asked).toBeGreaterThan(0));
  // deferred work of React runs before the clock stops
  await act(letAnswersArrive);
  stopClock();
  if (!call.begin) return network;
  network.set(first);
  await press(call);
  return network;
}

async function press(call: Call): Promise<void> {
  await act(async () => messageStore.set({ toasts: [], alerts: [] }));
  call.press();
}

/** Presses the buttons of this name, which must exist and be enabled. */
export const pressAll = (name: string | RegExp) => () => {
  for (const button of screen.getAllByRole('button', { name })) {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(button);
  }
};

async function expectFault(call: Call, network: Network, fault: Fault): Promise<void> {
  await until(() => {
    if ((network.asked === 0 && !network.away) || !isQuiet()) throw new Error(`With ${fault} there is no end of it`);
    expectWords(call, fault);
    call.kept?.();
  }, call.limit);
}

async function expectOrder(call: Call): Promise<void> {
  const [first, ...others] = inTurn;
  const network = await open(call, first);
  await expectFault(call, network, first);
  for (const fault of others) {
    network.set(fault);
    // each press builds on the one before
    await press(call);
    await expectFault(call, network, fault);
    if (call.written && network.asked > (call.tries ?? 1))
      throw new Error(`With ${fault} it was sent ${network.asked} times`);
  }
  network.set('slow');
  await press(call);
  await until(() => {
    call.done();
    if (network.asked === 0 || !isQuiet()) throw new Error('The slow answer is not there yet');
  }, call.limit);
  if (call.written) expect([network.asked, call.written()]).toEqual([1, 1]);
}

async function expectLogin(call: Call): Promise<void> {
  const { serve, over } = call;
  const network = await open({ ...call, serve: () => [serve, over].forEach((setUp) => setUp?.()) }, '401');
  await until(() => expect(document.body.textContent).toContain('Your session has ended. Please log in again.'));
  expect(screen.getByLabelText('Secret Key')).toBeVisible();
  if (call.written) expect([network.asked, call.written()]).toEqual([1, 0]);
}

async function expectOnce(call: Call, fault: Fault): Promise<void> {
  const network = await open(call, fault, true);
  await expectFault(call.responseLost ? { ...call, expected: call.responseLost } : call, network, fault);
  expect(call.written?.()).toBe(1);
  if (call.repeated) return;
  network.set(null);
  await press(call);
  await until(call.doneAgain ?? call.done, call.limit);
  expect(call.written?.()).toBe(1);
}

/** Tests each call with each fault. */
export function testFaults(calls: Readonly<Record<string, Call>>): void {
  describe.each(Object.entries(calls))('%s', (_, call) => {
    it('reports each fault with what to do, keeps what is there, and works the next time, however slowly', () =>
      expectOrder(call));
    if (call.as) it('leads to the login when the session has ended', () => expectLogin(call));
    if (call.written)
      it.each(doubtful)('is not written twice when only the response is lost: %s', (fault) => expectOnce(call, fault));
  });
  let before = 0;
  beforeAll(() => {
    before = injected;
  });
  afterAll(() => console.info(`${injected - before} faults injected into ${Object.keys(calls).length} calls`));
}
