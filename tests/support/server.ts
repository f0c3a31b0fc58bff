import { setupServer } from 'msw/node';

/** Where the client sends its calls in the tests. */
export const origin = 'http://portal.test';

/** Answers nothing of itself: each test says what it expects to be asked. */
export const server = setupServer();
