import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serveSites } from '../../support/rows.ts';
import { open, site, titles } from './open-history.ts';

it('says which words it shows if no visit has the typed words', async () => {
  serveSites(site());
  await open('?q=sprng');
  expect(titles()).toEqual(['Spring replaced']);
  expect(screen.getByText('No visit says “sprng”; shown: spring')).toBeVisible();
});

it('says nothing of other words if a visit has the typed words', async () => {
  serveSites(site());
  await open('?q=spring');
  expect(screen.queryByText(/No visit says/u)).not.toBeInTheDocument();
});
