import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/app/routes.tsx';
import * as paths from '../../src/records/portal-paths.ts';

const src = join(import.meta.dirname, '../../src');
const definingFile = 'records/portal-paths.ts';
const knownPaths = Object.values(paths);

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/u.test(name) && name !== definingFile)
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));

/** Matches literals that begin with a path of a screen, also in comments, where they would become outdated. */
const literal = new RegExp(`['"\`](?:${knownPaths.join('|')})(?![\\w-])`, 'gu');
/**
 * Matches links within the portal that do not use the name of a path, whether the screen exists or not. The login is at the root.
 */
const linkWithoutName = /\b(?:to=\{?|to: |path=|pathname: |navigate\()['"`]\/[A-Za-z]/gu;

const findMatches = (pattern: RegExp) =>
  sources.flatMap(({ name, text }) => Array.from(text.matchAll(pattern), ([hit]) => `${name}: ${hit}`));

describe('the paths of the screens', () => {
  it('have one screen each, and every screen has a path', () => {
    const usedPaths = routes.map(({ path }) => path);
    expect(usedPaths.toSorted()).toEqual(knownPaths.toSorted());
    expect(new Set(knownPaths).size).toBe(knownPaths.length);
  });

  it('are written in one place', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(findMatches(literal)).toEqual([]);
    expect(findMatches(linkWithoutName)).toEqual([]);
  });

  it('are found by this test where they are written out', () => {
    const lines = [
      "<Link to='/maintenance'>",
      '<a href={`/data-fetcher?task=${id}`}>',
      "'/DataEditor/sites?add=true'",
      '"/fb#end"',
      '/** As `/charts`. */',
    ];
    expect(lines.flatMap((line) => line.match(literal) ?? [])).toHaveLength(lines.length);
    expect(["'/guides/a.pdf'", "'/fbx'", "'/profile-photo'"].flatMap((line) => line.match(literal) ?? [])).toEqual([]);
    const ways = ['to="/nowhere"', 'to={`/nowhere?a=${b}`}', "navigate('/nowhere')", "pathname: '/nowhere'"];
    expect(ways.flatMap((line) => line.match(linkWithoutName) ?? [])).toHaveLength(ways.length);
  });
});
