interface LeftOut {
  /** Its file, or a part of its title. */
  test: string;
  why: string;
}

/** The browser tests that prove nothing about a hosted project, or need the process of the embedded one. */
export const leftOut: readonly LeftOut[] = [
  {
    test: 'offline-shell.spec.ts',
    why: 'it changes releases and goes away as a host of its own, which has the API beside the pages',
  },
  {
    test: 'with 80 KiB of script',
    why: 'it weighs the build with the embedded backend, and a hosted project is another host',
  },
  { test: 'come with the headers of the production host', why: 'the headers are those of a host, which is not tested' },
  { test: 'after the press of Login a profile is two answers away', why: 'another origin is asked for leave before' },
];
