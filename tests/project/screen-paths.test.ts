import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/app/routes.tsx';
import * as paths from '../../src/records/portal-paths.ts';

const src = join(import.meta.dirname, '../../src');
const place = 'records/portal-paths.ts';
const known = Object.values(paths);

const written = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/u.test(name) && name !== place)
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));

/** Literals that begin with a path of a screen, in comments too, where they would go stale. */
const literal = new RegExp(`['"\`](?:${known.join('|')})(?![\\w-])`, 'gu');
/** Links within the portal without the name of a path, whether there is a screen or not. The login is at the root. */
const led = /\b(?:to=\{?|to: |path=|pathname: |navigate\()['"`]\/[A-Za-z]/gu;

const found = (pattern: RegExp) =>
  written.flatMap(({ name, text }) => Array.from(text.matchAll(pattern), ([hit]) => `${name}: ${hit}`));

describe('the paths of the screens', () => {
  it('have one screen each, and every screen has a path', () => {
    const used = routes.map(({ path }) => path);
    expect(used.toSorted()).toEqual(known.toSorted());
    expect(new Set(known).size).toBe(known.length);
  });

  it('are written in one place', () => {
    expect(written.length).toBeGreaterThan(100);
    expect(found(literal)).toEqual([]);
    expect(found(led)).toEqual([]);
  });

  it('are noticed anywhere else', () => {
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
    expect(ways.flatMap((line) => line.match(led) ?? [])).toHaveLength(ways.length);
  });
});
