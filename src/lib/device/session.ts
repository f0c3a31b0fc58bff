import { createStore, useStore } from '../store.ts';
import { readSession, sessionIn, storedSession, type Session } from './stored-session.ts';
import { deviceStorage, sessionKey, tabStorage } from './web-storage.ts';

export type { Session } from './stored-session.ts';

// The session of this tab (`spec §3`). It is in the tab's storage, or with *Keep me logged in* in the device's, for all tabs. What a login
// or `whoami` has just answered counts as confirmed; what was stored, or came from another tab, does not until the server confirms it
// (`session-check.ts`), and shows no records before. Tabs tell each other of a logout and of an expiry, so a session ends everywhere at
// once, also where a page slept. It costs a read of the storage at the start and no request. Where the browser stores nothing, the session
// lives as long as the page. Part of the first load: it uses no library.

/** `unseen`: it ended while the page slept. */
export type EndReason = 'logout' | 'expired' | 'unseen';

/** Stored in place of an expired session, for pages that slept. */
const expiredMark = '"expired"';
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(sessionKey);

const current = createStore(storedSession());
/** Whether the server has confirmed the session to this page: a stored session may be over, or forged. */
const confirmed = createStore(false);
let endReason: EndReason | null = null;
/** The key whose session expired here: only its next login in another tab brings this tab in too. */
let awaitedKeyId: number | null = null;

/** The session that `login` or `whoami` describes, completed with what is already known. */
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

/** Takes a session out of the storages. After an expiry a mark stays in its place, which tells pages that slept why it is gone. */
function forget({ token, kept: isPersistent }: Session, reason: EndReason): void {
  // everything in this storage belongs to the tab's session
  tabStorage.clear();
  const onDevice = sessionIn(deviceStorage);
  const isOthers = onDevice !== null && onDevice.token !== token;
  if (!isOthers) deviceStorage.remove(sessionKey);
  if (reason === 'expired' && !(isPersistent && isOthers))
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

/** The persistent session of this device, which need not be this tab's. */
export function persistentSession(): Session | null {
  return sessionIn(deviceStorage);
}

/**
 * Starts a session that the server has just named, or confirms the present one. An earlier persistent session of this device ends as if
 * it had expired, so that its drafts stay.
 */
export function setSession(session: Session): void {
  const before = session.kept ? persistentSession() : null;
  if (before && before.token !== session.token) notifyOtherTabs(before.token, 'expired');
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

/** Calls the listener when a session has ended or another has started, not when details of the same session change. */
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

/** Whether the server has confirmed the session to this page; says nothing when there is none. */
export function useConfirmed(): boolean {
  return useStore(confirmed);
}

/** What tabs of the portal tell each other: a session has ended, a new tab asks for a session, another tab answers. */
type TabMessage = { token: string; reason: EndReason } | { asks: string } | { answers: string; session: Session };

/** How long another answer is waited for after the first one: tabs answer within a few milliseconds. */
const answerWaitMs = 200;
/** How long the first one is waited for: a tab that computes, or that the browser slows down, answers late. */
const firstAnswerMs = 5_000;
/** The sessions that other tabs have answered with, by token, and the question that this tab has asked. */
const answers = new Map<string, Session>();
let question: string | null = null;

function tellTabs(message: TabMessage): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  channel?.postMessage(message);
}

/** Asks the other tabs for their session (`decisions §1`). */
function askOtherTabs(): void {
  question = `${Date.now()}-${Math.random()}`;
  tellTabs({ asks: question });
  setTimeout(() => {
    question = null;
  }, firstAnswerMs);
}

/** Takes the session that the other tabs have answered with, if all have the same; else the login asks for the key. */
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
    const answered = data.answers === question ? readSession(data.session) : null;
    if (!answered) return;
    answers.set(answered.token, answered);
    setTimeout(takeAnswer, answerWaitMs);
  } else if (session && data.token === session.token) end(session, data.reason);
});

// a tab whose session has ended says so, and waits for its own key
if (current.get() === null && tabStorage.get(sessionKey) === null) askOtherTabs();

// another tab has stored a persistent session: a tab at the login joins it, as does a tab that had the same key
globalThis.addEventListener('storage', ({ key }) => {
  const next = key === sessionKey ? sessionIn(deviceStorage) : null;
  const session = current.get();
  if (!next || next.token === session?.token) return;
  const joins = session
    ? session.kept && next.keyId === session.keyId
    : awaitedKeyId === null || next.keyId === awaitedKeyId;
  if (joins) adopt(next);
});

// a page restored from the back-forward cache missed what other tabs did
globalThis.addEventListener('pageshow', ({ persisted }) => {
  const session = current.get();
  const next = storedSession();
  if (!persisted || next?.token === session?.token) return;
  if (session && !next) {
    end(session, (session.kept ? deviceStorage : tabStorage).get(sessionKey) === expiredMark ? 'expired' : 'unseen');
    return;
  }
  endReason = 'unseen';
  current.set(null);
  // only after the previous screens are gone, with what was typed there
  if (next) setTimeout(adopt, 0, next);
});
