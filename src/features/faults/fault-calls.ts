import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { isNoService, requestError, RequestError, serverRefusal } from '../../lib/request-error.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, refuseRepetition, withIdempotencyKey } from '../../records/attempt.ts';
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

// What the office does with a fault (`decisions §15`). Each is done once, however often it is sent; where somebody else was faster, nothing
// is written, and the screen says what has become of the fault.

/** Closes a fault without a visit. @throws RequestError: PT409 when somebody else was faster */
export async function closeFault(id: number, closed_as: Closing, reason: string): Promise<void> {
  const args = { fault_id: id, closed_as, reason };
  await once(`fault/close/${id}`, args, (attempt) =>
    supabase.rpc('close_fault', args).setHeader(attemptHeader, attempt),
  );
}

/** Opens a fault again that was closed without a visit. @throws RequestError: PT409 when it is not closed */
export async function reopenFault(id: number): Promise<void> {
  const args = { fault_id: id };
  await once(`fault/reopen/${id}`, args, (attempt) =>
    supabase.rpc('reopen_fault', args).setHeader(attemptHeader, attempt),
  );
}

/** Says that a fault is of another site or post. @param post null for the whole site. @throws RequestError */
export async function correctFault(id: number, siteId: number, post: string | null): Promise<void> {
  const args = { fault_id: id, site_id: siteId, ...(post !== null && { post }) };
  await once(`fault/correct/${id}`, args, (attempt) =>
    supabase.rpc('correct_fault', args).setHeader(attemptHeader, attempt),
  );
}

class PhotosLeft extends Error {
  constructor(cause: unknown) {
    super('The photos of a report could not be deleted', { cause });
    this.name = 'PhotosLeft';
  }
}

/**
 * Takes the name, the number and the words out of a report, for good, and deletes its photos; of one that was forgotten only those are left.
 * @throws RequestError, or PhotosLeft where only the photos are still there
 */
export async function forgetVoice({ id, forgotten, photos }: FaultVoice): Promise<void> {
  const args = { voice_id: id };
  if (!forgotten)
    await once(`fault/forget/${id}`, args, (attempt) =>
      supabase.rpc('forget_voice', args).setHeader(attemptHeader, attempt),
    );
  try {
    await removeFaultPhotos(photos);
  } catch (error) {
    throw new PhotosLeft(error);
  }
}

type Answer = Parameters<typeof refuseRepetition>[0] & { status: number };

async function once(
  operation: string,
  content: unknown,
  send: (attempt: string) => PromiseLike<Answer>,
): Promise<void> {
  await withIdempotencyKey(operation, content, async (attempt) => {
    const response = await send(attempt);
    refuseRepetition(response);
    if (response.error) throw requestError(response.error, response.status);
  });
}

class TooManyAnswers extends Error {
  constructor() {
    super('The visit answers as many faults as it can');
    this.name = 'TooManyAnswers';
  }
}

/** The visits of a site, of which one answers a fault more. @throws TaskMissing, TaskHidden or TooManyAnswers */
function withAnswer(stored: readonly StoredTask[], visit: number, fault: number): StoredTask[] {
  const found = stored.find(({ id }) => id === visit);
  if (!found) throw new TaskMissing();
  if (found.showing === 'False') throw new TaskHidden();
  const answers = statedAnswers(found.answers);
  if (answers.includes(fault)) return [...stored];
  if (answers.length >= mostAnswers) throw new TooManyAnswers();
  return stored.map((task) => (task === found ? { ...task, answers: [...answers, fault] } : task));
}

/** Says in a visit that it answered a fault, which ends the fault. @throws TaskMissing, TaskHidden, TaskMoved, RequestError */
export async function answerByVisit(fault: Fault, visit: number): Promise<void> {
  const saved = await orMoved(fault.site, visit, () =>
    saveTasks(fault.site, { id: visit, answers: fault.id }, (stored) => withAnswer(stored, visit, fault.id)),
  );
  await tasksSaved(fault.site, saved);
}

interface FaultAction {
  fault: Fault;
  /** What to say when it is done. */
  done: string;
  /** Called when it is done, and when there is nothing left to do. */
  onDone: () => void;
}

/**
 * Does something with a fault. Where somebody else was faster, says what has become of it.
 * @returns `problem`: why the last try failed, and may come right
 */
export function useFaultAction<Input>(call: (input: Input) => Promise<void>, { fault, done, onDone }: FaultAction) {
  const { error, isPending, mutate } = useSingleMutation({
    mutationFn: call,
    onSuccess: () => {
      notify.success(done);
      onDone();
    },
    onError: async (failure) => {
      const others = await othersText(failure, fault);
      if (others === null) return console.error('The fault could not be changed', failure);
      notify.error(others);
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
  // the answer may have been lost: the next try is the same attempt
  return t('There is no connection. Try again when there is one: it is saved only once.');
}

const isOvertaken = (error: Error) =>
  serverRefusal(error).code === 'PT409' ||
  serverRefusal(error).code === 'PT404' ||
  // a fault that a visit of its site has answered stays at that site
  serverRefusal(error).hint === 'answered' ||
  error instanceof TaskMoved ||
  error instanceof TaskHidden ||
  error instanceof TaskMissing;

/** What others did first; null for any other error. */
async function othersText(error: Error, fault: Fault): Promise<string | null> {
  if (error instanceof TaskMoved) return movedMeanwhile(error.there);
  if (error instanceof TaskHidden) return t('Somebody else has deleted this visit in the meantime.');
  if (error instanceof TaskMissing) return t('This visit no longer exists.');
  if (!(error instanceof RequestError) || !isOvertaken(error)) return null;
  return overtakenText(await faultNow(fault));
}

/** Null where it cannot be read now. */
async function faultNow(fault: Fault): Promise<Fault | null> {
  try {
    return await readFault(fault);
  } catch {
    return null;
  }
}

/** `Visit 131 has answered it. Nothing was written.` */
function overtakenText(now: Fault | null): string {
  const [answer] = now?.answers ?? [];
  if (answer) return t('Visit {id} has answered it. Nothing was written.', { id: answer.task });
  if (now?.closed)
    return t('It was closed meanwhile: {reason}. Nothing was written.', { reason: said(closingLabels[now.closed.as]) });
  return now
    ? t('It is open again already. Nothing was written.')
    : t('Somebody else was faster. Nothing was written.');
}
