import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { isNoService, requestError, RequestError, serverRefusal } from '../../lib/request-error.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, throwIfRepeated, withIdempotencyKey } from '../../records/attempt.ts';
import { mostAnswers, statedAnswers } from '../../records/fault/answers.ts';
import { invalidateFaults } from '../../records/fault/fault-news.ts';
import { removeFaultPhotos } from '../../records/fault/fault-queries.ts';
import { closingLabels } from '../../records/fault/fault-words.ts';
import type { Closing, Fault, FaultVoice } from '../../records/fault/fault.ts';
import { TaskMoved, movedMeanwhile, orMoved } from '../../records/task/moved-visits.ts';
import { TaskHidden, TaskMissing } from '../../records/task/task-changes.ts';
import { saveTasks, tasksSaved } from '../../records/task/task-queries.ts';
import type { StoredTask } from '../../records/task/task.ts';
import { readFault } from './faults-query.ts';

// The actions of the office with a fault (`decisions §15`). The server does each action only once, however often it is sent. If somebody else has
// changed the fault first, nothing is written, and a message says what has happened to the fault.

/** Closes a fault without a visit. @throws RequestError: PT409 if somebody else has ended it first */
export async function closeFault(id: number, closed_as: Closing, reason: string): Promise<void> {
  const args = { fault_id: id, closed_as, reason };
  await sendOnce(`fault/close/${id}`, args, (attempt) =>
    supabase.rpc('close_fault', args).setHeader(attemptHeader, attempt),
  );
}

/** Opens a fault again that was closed without a visit. @throws RequestError: PT409 if it is not closed */
export async function reopenFault(id: number): Promise<void> {
  const args = { fault_id: id };
  await sendOnce(`fault/reopen/${id}`, args, (attempt) =>
    supabase.rpc('reopen_fault', args).setHeader(attemptHeader, attempt),
  );
}

/** Corrects the site and the post of a fault. @param post null for the whole site @throws RequestError */
export async function correctFault(id: number, siteId: number, post: string | null): Promise<void> {
  const args = { fault_id: id, site_id: siteId, ...(post !== null && { post }) };
  await sendOnce(`fault/correct/${id}`, args, (attempt) =>
    supabase.rpc('correct_fault', args).setHeader(attemptHeader, attempt),
  );
}

/** Thrown if a report was forgotten except for its photos, which could not be deleted. */
class PhotosLeft extends Error {
  constructor(cause: unknown) {
    super('The photos of a report could not be deleted', { cause });
    this.name = 'PhotosLeft';
  }
}

/**
 * Deletes the name, the number and the words of a report for good, and then its photos. If the report was forgotten before, only its photos are
 * deleted.
 * @throws RequestError, or PhotosLeft if only the photos could not be deleted
 */
export async function forgetVoice({ id, forgotten, photos }: FaultVoice): Promise<void> {
  const args = { voice_id: id };
  if (!forgotten)
    await sendOnce(`fault/forget/${id}`, args, (attempt) =>
      supabase.rpc('forget_voice', args).setHeader(attemptHeader, attempt),
    );
  try {
    await removeFaultPhotos(photos);
  } catch (error) {
    throw new PhotosLeft(error);
  }
}

type CallAnswer = Parameters<typeof throwIfRepeated>[0] & { status: number };

/** Sends a call with an idempotency key, so that a repetition has no further effect. @throws RequestError */
async function sendOnce(
  operation: string,
  content: unknown,
  send: (attempt: string) => PromiseLike<CallAnswer>,
): Promise<void> {
  await withIdempotencyKey(operation, content, async (attempt) => {
    const response = await send(attempt);
    // if the fault was changed since the first request, `withIdempotencyKey` catches this and sends a new attempt
    throwIfRepeated(response);
    if (response.error) throw requestError(response.error, response.status);
  });
}

/** Thrown if a visit already answers the most faults that it may. */
class TooManyAnswers extends Error {
  constructor() {
    super('The visit answers as many faults as it can');
    this.name = 'TooManyAnswers';
  }
}

/** Adds a fault to the answered faults of a visit, and returns all visits. @throws TaskMissing, TaskHidden or TooManyAnswers */
function withAnswer(visits: readonly StoredTask[], visitId: number, faultId: number): StoredTask[] {
  const visit = visits.find(({ id }) => id === visitId);
  if (!visit) throw new TaskMissing();
  if (visit.showing === 'False') throw new TaskHidden();
  const answers = statedAnswers(visit.answers);
  if (answers.includes(faultId)) return [...visits];
  if (answers.length >= mostAnswers) throw new TooManyAnswers();
  return visits.map((task) => (task === visit ? { ...task, answers: [...answers, faultId] } : task));
}

/** Saves in a visit that it answered a fault, which ends the fault. @throws TaskMissing, TaskHidden, TaskMoved, TooManyAnswers, RequestError */
export async function answerByVisit(fault: Fault, visit: number): Promise<void> {
  const saved = await orMoved(fault.site, visit, () =>
    saveTasks(fault.site, { id: visit, answers: fault.id }, (stored) => withAnswer(stored, visit, fault.id)),
  );
  await tasksSaved(fault.site, saved);
}

interface FaultAction {
  fault: Fault;
  /** The message to show when it is done. */
  done: string;
  /** Called when it is done, and when somebody else's change has made it unnecessary or impossible. */
  onDone: () => void;
}

/**
 * A mutation for an action with a fault. If somebody else has changed the fault first, it shows a message about that.
 * @returns `problem`: a message about an error after which a repetition may succeed; else null
 */
export function useFaultAction<Input>(call: (input: Input) => Promise<void>, { fault, done, onDone }: FaultAction) {
  const { error, isPending, mutate } = useSingleMutation({
    mutationFn: call,
    onSuccess: () => {
      notify.success(done);
      onDone();
    },
    onError: async (failure) => {
      const overtakenMessage = await messageIfOvertaken(failure, fault);
      if (overtakenMessage === null) return console.error('The fault could not be changed', failure);
      notify.error(overtakenMessage);
      onDone();
    },
    onSettled: () => void invalidateFaults(),
  });
  return { isPending, mutate, problem: error && !isOvertaken(error) ? problemText(error) : null };
}

function problemText(error: Error): string {
  if (error instanceof PhotosLeft)
    return t('The name, the number and the words are deleted, but the photos could not be. Try again.');
  if (error instanceof TooManyAnswers)
    return t('This visit answers {count} faults already. Choose another one.', { count: mostAnswers });
  if (serverRefusal(error).hint === 'post') return t('This site has no such post any more. Choose it again.');
  if (!isNoService(error)) return t('Error updating data.');
  // only the answer may have been lost; a repetition is the same attempt, so nothing is done twice
  return t('There is no connection. Try again when there is one: it is saved only once.');
}

/** Whether an error means that somebody else has changed the fault or the visit first. */
const isOvertaken = (error: Error) =>
  serverRefusal(error).code === 'PT409' ||
  serverRefusal(error).code === 'PT404' ||
  // a fault that a visit has answered cannot get another site
  serverRefusal(error).hint === 'answered' ||
  error instanceof TaskMoved ||
  error instanceof TaskHidden ||
  error instanceof TaskMissing;

/** A message about what somebody else did first; null for any other error. */
async function messageIfOvertaken(error: Error, fault: Fault): Promise<string | null> {
  if (error instanceof TaskMoved) return movedMeanwhile(error.there);
  if (error instanceof TaskHidden) return t('Somebody else has deleted this visit in the meantime.');
  if (error instanceof TaskMissing) return t('This visit no longer exists.');
  if (!(error instanceof RequestError) || !isOvertaken(error)) return null;
  return overtakenText(await readFaultOrNull(fault));
}

/** The current state of a fault; null if it cannot be read. */
async function readFaultOrNull(fault: Fault): Promise<Fault | null> {
  try {
    return await readFault(fault);
  } catch {
    return null;
  }
}

/** Such as `Visit 131 has answered it. Nothing was written.` */
function overtakenText(current: Fault | null): string {
  const [answer] = current?.answers ?? [];
  if (answer) return t('Visit {id} has answered it. Nothing was written.', { id: answer.task });
  if (current?.closed)
    return t('It was closed meanwhile: {reason}. Nothing was written.', {
      reason: said(closingLabels[current.closed.as]),
    });
  return current
    ? t('It is open again already. Nothing was written.')
    : t('Somebody else was faster. Nothing was written.');
}
