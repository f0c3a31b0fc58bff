import { expect, it, test } from 'vitest';
import { directionsOf, visitsOfDirection } from '../../../src/records/task/visit-direction.ts';
import { titledDirections } from './titled-directions.ts';

it.each(titledDirections)('%s (at %j): %s', (title, postNames, expected) => {
  expect(directionsOf(title, postNames).join(' ')).toBe(expected);
});

test('visits of a direction are found by their titles and by the posts that the titles name', () => {
  const visits = ['P1 serviced', 'P2 serviced', 'Exit and entrance', 'Cable'].map((title) => ({ title }));
  const posts = ['P1 Entrance', 'P2 Exit'];
  const titles = (direction: 'entrance' | 'exit') =>
    visitsOfDirection(visits, direction, posts).map(({ title }) => title);
  expect(titles('entrance')).toEqual(['P1 serviced', 'Exit and entrance']);
  expect(titles('exit')).toEqual(['P2 serviced', 'Exit and entrance']);
});
