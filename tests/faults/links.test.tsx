import { screen, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { aLink, groupedSecret, rpc, serveLinks } from '../components/links/serve-links.ts';
import { site } from '../features/service-history/open-history.ts';
import { userSession } from '../support/render-route.tsx';
import { serveSigning, serveSites } from '../support/rows.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

beforeAll(async () => {
  await import('../../src/components/links/LinkDialog.tsx');
  await import('../../src/features/profile/links/LinksDialog.tsx');
});

let served: ReturnType<typeof serveLinks>;

/** A call of the links of a client. */
const ofLinks = (name: string, call: Omit<Call, 'request' | 'as' | 'serve'>): Call => ({
  request: { method: 'post', url: rpc(name) },
  as: userSession,
  serve: () => {
    serveSigning();
    serveSites(site());
    served = serveLinks(aLink());
  },
  ...call,
});

const list = () => within(screen.getByRole('group', { name: 'Links' }));
const noService = 'The service does not answer. Try again: only one link is made.';
const needsConnection = 'The list of links needs a connection.';

testFaults({
  'the links of a site': ofLinks('list_links', {
    from: ['records/link/link-calls.ts: rpc list_links'],
    at: '/profile',
    begin: async (user) => {
      await screen.findByRole('button', { name: 'Links without a login' });
      return user;
    },
    press: () => {
      const again = screen.queryAllByRole('button', { name: 'Try again' });
      const buttons = again.length > 0 ? again : screen.getAllByRole('button', { name: 'Links without a login' });
      for (const button of buttons) button.click();
    },
    limit: 45,
    expected: { other: needsConnection, '403': 'Error fetching data.', '409': 'Error fetching data.' },
    done: () => void expect(list().getByText('Insurer')).toBeVisible(),
  }),
  'a new link': ofLinks('make_link', {
    from: ['records/link/link-calls.ts: rpc make_link'],
    at: '/data-fetcher?task=3',
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Link without a login' }));
      await user.type(await screen.findByRole('textbox', { name: 'For whom' }), 'Contractor');
    },
    press: pressAll('Make'),
    expected: {
      other: noService,
      '403': 'This key is not allowed to make links of this site.',
      '409': 'The link was not made. Try again: only one link is made.',
      '429': 'Too many links within a short time. Try again in 3 minutes.',
    },
    kept: () => void expect(screen.getByRole('textbox', { name: 'For whom' })).toHaveValue('Contractor'),
    done: () => void expect(screen.getByText(`${location.origin}/shared#${groupedSecret}`)).toBeVisible(),
    logs: /The link was not made/u,
    written: () => served.made(),
  }),
  'the end of a link': ofLinks('end_link', {
    from: ['records/link/link-calls.ts: rpc end_link'],
    at: '/profile',
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Links without a login' }));
      await user.click(await screen.findByRole('button', { name: 'End the link for Insurer' }));
    },
    press: pressAll('End'),
    expected: 'Error updating data. Try again.',
    done: () => void expect(list().getByText('The link for Insurer has ended.')).toBeVisible(),
    written: () => served.ended.length,
    repeated: 'changes nothing',
  }),
});
