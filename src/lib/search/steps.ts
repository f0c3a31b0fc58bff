/** Work that pauses after each step and returns its result. The caller may let the page react to input during the pauses. */
export type Steps<Made> = Generator<void, Made>;

/** How many texts are searched in a step: it takes about a millisecond on a desktop computer. */
export const stepSize = 100;

/** Runs all steps without a pause. */
export function atOnce<Made>(steps: Steps<Made>): Made {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Work that is done in a single step. */
export function* inOneStep<Made>(make: () => Made): Steps<Made> {
  yield;
  return make();
}
