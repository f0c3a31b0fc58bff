import { createStore, useStore } from '../store.ts';
import { readSession, sessionIn, storedSession, type Session } from './stored-session.ts';
import { deviceStorage, sessionKey, tabStorage } from './web-storage.ts';

export type { Session } from './stored-session.ts';

// The session of this tab (`spec §3`). It is stored in the storage of the tab or, with *Keep me logged in*, in that of the device for
// all tabs. A session counts as confirmed when a login or `whoami` has just returned it. One that was stored, or came from another tab,
// shows no records until the server confirms it (`session-check.ts`). Tabs tell each other of a logout and of an expiry, so a session
// ends in all of them at once, also in a page that slept. The cost is one read of the storage at the start, and no request. Where the
// browser stores nothing, the session lives as long as the page. This file is part of the first load, so it uses no library.

/** `unseen`: it ended while the page slept. */
export type EndReason = 'logout' | 'expired' | 'unseen';

/** Stored in place of an expired session, so that a page that slept learns why its session ended. */
const expiredMark = '"expired"';
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(sessionKey);

const current = createStore(storedSession());
/** Whether the server has confirmed the session to this page: a stored session may be over, or forged. */
const confirmed = createStore(false);
let endReason: EndReason | null = null;
/** The key whose session expired in this tab. The tab joins a later login in another tab only if it is with this key. */
let awaitedKeyId: number | null = null;

/** The session in an answer of `login` or `whoami`; null for another answer. @param known members that the answer lacks or that differ */
export function sessionFrom(body: unknown, known: Partial<Session>): Session | null {
  if (typeof body !== 'object' || body === null) return null;
  const { session: token, key_id: keyId, expires_at: expiresAt, ...rest }: Record<string, unknown> = { ...body };
  return readSession({ token, keyId, ...rest, expiresAt, ...known });
}

/** Stores a session, for its tab or for all. Where the browser stores nothing, it lives in memory only. */
function store(session: Session): void {
  const text = JSON.stringify(session);
  if (session.kept && deviceStorage.set(sessionKey, text)) tabStorage.remove(sessionKey);
  else tabStorage.set(sessionKey, text);
}

/** Removes a session from the storages. After an expiry `expiredMark` is stored in its place. */
function forget({ token, kept: isPersistent }: Session, reason: EndReason): void {
  // everything in the tab's storage belongs to its session
  tabStorage.clear();
  const deviceSession = sessionIn(deviceStorage);
  const isOtherOnDevice = deviceSession !== null && deviceSession.token !== token;
  if (!isOtherOnDevice) deviceStorage.remove(sessionKey);
  // the mark must not replace another session of the device
  if (reason === 'expired' && !(isPersistent && isOtherOnDevice))
    (isPersistent ? deviceStorage : tabStorage).set(sessionKey, expiredMark);
}

function end(session: Session, reason: EndReason): void {
  forget(session, reason);
  endReason = reason;
  awaitedKeyId = reason === 'expired' ? session.keyId : null;
  current.set(null);
}

/** Takes over a session that the server has not confirmed to this page yet. */
function adopt(session: Session): void {
  endReason = null;
  confirmed.set(false);
  current.set(session);
}

/** The session of this tab (`spec §3`). */
export const getSession = current.get;

/** The persistent session of this device, which may be another than this tab's; null when there is none. */
export function persistentSession(): Session | null {
  return sessionIn(deviceStorage);
}

/**
 * Starts a session that the server has just returned, or confirms the present one. A new persistent session ends the earlier one of
 * this device as if it had expired, so that its drafts stay.
 */
export function setSession(session: Session): void {
  const earlierSession = session.kept ? persistentSession() : null;
  if (earlierSession && earlierSession.token !== session.token) notifyOtherTabs(earlierSession.token, 'expired');
  endReason = null;
  store(session);
  confirmed.set(true);
  current.set(session);
}

/** Ends the session in every tab that has it. Does not tell the server. */
export function endSession(reason: EndReason): void {
  const session = current.get();
  if (!session) return;
  notifyOtherTabs(session.token, reason);
  end(session, reason);
}

function notifyOtherTabs(token: string, reason: EndReason): void {
  tellTabs({ token, reason });
}

/** Returns why the last session ended, and forgets it: the next call returns null. */
export function takeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

/** Why the last session ended; null if none has, or after `takeEndReason`. */
export function peekEndReason(): EndReason | null {
  return endReason;
}

export const onSessionChange = current.subscribe;

/** Calls the listener when a session has ended or another has started, but not when details of the same session change. */
export function onOtherSession(listener: () => void): void {
  let token = current.get()?.token;
  onSessionChange(() => {
    if (current.get()?.token === token) return;
    token = current.get()?.token;
    listener();
  });
}

export const isConfirmed = confirmed.get;

export function useSession(): Session | null {
  return useStore(current);
}

/** Whether the server has confirmed the session to this page. Meaningless while there is no session. */
export function useConfirmed(): boolean {
  return useStore(confirmed);
}

/** The messages between tabs: a session has ended, a new tab asks for the session of the others, or a tab answers that with its own. */
type TabMessage = { token: string; reason: EndReason } | { asks: string } | { answers: string; session: Session };

/** How long to wait for further answers after the first answer: tabs answer within a few milliseconds. */
const answerWaitMs = 200;
/** How long to wait for the first answer: a busy tab, or one that the browser throttles, answers late. */
const firstAnswerMs = 5_000;
/** The sessions that other tabs have answered with, by token. */
const answers = new Map<string, Session>();
/** The id of the question that this tab has sent; null when it waits for no answer. */
let question: string | null = null;

function tellTabs(message: TabMessage): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  channel?.postMessage(message);
}

/** Asks the other tabs for their session, so that a new tab needs no login (`decisions §1`). */
function askOtherTabs(): void {
  question = `${Date.now()}-${Math.random()}`;
  tellTabs({ asks: question });
  setTimeout(() => {
    question = null;
  }, firstAnswerMs);
}

/** Adopts the session of the other tabs if all of them have the same one. Otherwise this tab stays at the login. */
function takeAnswer(): void {
  const [session] = answers.values();
  if (question === null || !session) return;
  question = null;
  if (answers.size > 1 || current.get()) return;
  store(session);
  adopt(session);
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const session = current.get();
  if ('asks' in data) {
    if (session && confirmed.get()) tellTabs({ answers: data.asks, session });
  } else if ('answers' in data) {
    const otherSession = data.answers === question ? readSession(data.session) : null;
    if (!otherSession) return;
    answers.set(otherSession.token, otherSession);
    setTimeout(takeAnswer, answerWaitMs);
  } else if (session && data.token === session.token) end(session, data.reason);
});

// a tab with the mark of an expired session does not ask: it waits for a login with its own key
if (current.get() === null && tabStorage.get(sessionKey) === null) askOtherTabs();

// When another tab has stored a persistent session, a tab at the login adopts it. So does a tab with a persistent session of the same key.
globalThis.addEventListener('storage', ({ key }) => {
  const newSession = key === sessionKey ? sessionIn(deviceStorage) : null;
  const session = current.get();
  if (!newSession || newSession.token === session?.token) return;
  const isAdopted = session
    ? session.kept && newSession.keyId === session.keyId
    : awaitedKeyId === null || newSession.keyId === awaitedKeyId;
  if (isAdopted) adopt(newSession);
});

// a page that was restored from the back-forward cache has missed the messages of other tabs
globalThis.addEventListener('pageshow', ({ persisted }) => {
  const session = current.get();
  const newSession = storedSession();
  if (!persisted || newSession?.token === session?.token) return;
  if (session && !newSession) {
    end(session, (session.kept ? deviceStorage : tabStorage).get(sessionKey) === expiredMark ? 'expired' : 'unseen');
    return;
  }
  endReason = 'unseen';
  current.set(null);
  // in a later task, so that the screens of the previous session are unmounted first, with what was typed there
  if (newSession) setTimeout(adopt, 0, newSession);
});
