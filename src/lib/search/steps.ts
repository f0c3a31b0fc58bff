/** Work that pauses after each step, and returns what it made: whoever runs it may let the page answer in between. */
export type Steps<Made> = Generator<void, Made>;

/** Texts in a step: about a millisecond on a desk. What has no more is made in one step. */
export const stepSize = 100;

/** Runs all steps without a pause. */
export function atOnce<Made>(steps: Steps<Made>): Made {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The work as a single step. */
export function* inOneStep<Made>(make: () => Made): Steps<Made> {
  yield;
  return make();
}
