import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { adminRow, mainUrl, serveMain } from '../features/access-keys/serve-main.ts';
import { kinds, logUrl, movesUrl, serveChanges } from '../features/change-log/serve-changes.ts';
import { serveTasks, stored } from '../features/data-deleter/open-deleter.ts';
import { serveCarPosts } from '../features/failure-analytics/serve-car-posts.ts';
import { fault, serveFaults } from '../features/faults/serve-faults.ts';
import { adminSession, technicianSession, userSession } from '../support/render-route.tsx';
import {
  overviewRow,
  fileUrl,
  keyRow,
  listedSite,
  loggedTask,
  noVisits,
  serveSigning,
  serveSites,
  siteRow,
  task,
  taskChange,
} from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { testFaults, type Call } from './inject.ts';

const rest = `${origin}/rest/v1`;
const record = { method: 'get', url: `${rest}/maintables` } as const;
const names = { method: 'get', url: `${rest}/maintable` } as const;
/** Presses *Try again* where it is shown. What the service did not answer, the portal asks for again by itself too. */
const pressTryAgain = () => {
  for (const button of screen.queryAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
};
/** Without any answer a client's screen says that its site is not on the device. */
const notOnDevice = 'There is no connection, and Selasih Park is not kept on this device.';

function serveSite(): void {
  serveSites(siteRow({ tasks2024: [task({ title: 'Loop tested', urls: [fileUrl(1)] })] }));
  serveSigning();
  server.use(
    http.get(`${rest}/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })])),
    http.post(`${rest}/rpc/my_visits`, () => HttpResponse.json([1])),
  );
}

const shows = (text: string | RegExp) => () => void expect(screen.getAllByText(text)[0]).toBeVisible();

/** A call that only reads, with a button beside the message to try it again. */
const reading = (call: Omit<Call, 'press' | 'serve'> & Partial<Call>): Call => ({
  press: pressTryAgain,
  // the longest pause before the portal asks again by itself
  limit: 45,
  serve: serveSite,
  ...call,
});

const siteRecord = ['records/site/site-queries.ts: select maintables'];
const siteList = ['records/site/site-queries.ts: select maintable'];

testFaults({
  'the site record on the profile': reading({
    from: siteRecord,
    request: record,
    as: userSession,
    at: '/profile',
    expected: 'No profile data available. Please check your connection and try again.',
    done: shows('System Online'),
  }),
  'the site record on the dashboard': reading({
    from: siteRecord,
    request: record,
    as: userSession,
    at: '/maintenance',
    expected: { other: 'Failed to fetch tasks.', offline: notOnDevice },
    done: shows('Loop tested'),
  }),
  'the site record in the service history': reading({
    from: siteRecord,
    request: record,
    as: userSession,
    at: '/data-fetcher',
    expected: { other: 'Error fetching data.', offline: notOnDevice },
    done: shows('Loop tested'),
  }),
  'the names of the sites on the dashboard': reading({
    from: siteList,
    request: names,
    as: adminSession,
    at: '/maintenance',
    expected: 'Failed to load names.',
    done: () => void expect(screen.getByRole('combobox', { name: 'Site' })).toBeEnabled(),
  }),
  'the names of the sites for a new task': reading({
    from: siteList,
    request: names,
    as: adminSession,
    at: '/DataEditor',
    expected: 'Failed to load names.',
    done: () => void expect(screen.getByRole('combobox', { name: 'Site' })).toBeEnabled(),
  }),
  'the sites': reading({
    from: siteList,
    request: names,
    as: adminSession,
    at: '/DataEditor/sites',
    expected: 'Error fetching data.',
    done: shows('Selasih Park'),
  }),
  'the tasks to be deleted': reading({
    from: ['records/task/task-queries.ts: select maintable'],
    request: { ...names, when: ({ searchParams }) => searchParams.has('name') },
    as: adminSession,
    at: '/datadeleter?site=Selasih+Park&year=2026&month=mar',
    serve: () => serveTasks(stored({ title: 'Loop tested' })),
    expected: 'Failed to fetch tasks.',
    done: shows('Loop tested'),
  }),
  'the failure counts': reading({
    from: ['records/failure/failure-queries.ts: select carpost'],
    request: { method: 'get', url: `${rest}/carpost` },
    as: userSession,
    at: '/charts?year=2026',
    serve: () => void serveCarPosts(),
    expected: { other: 'Error fetching data.', offline: notOnDevice },
    done: shows('P1 Main Gate'),
  }),
  'the site of the failure counts': reading({
    from: ['records/failure/failure-queries.ts: select maintables'],
    request: record,
    as: userSession,
    at: '/charts?year=2026',
    serve: () => void serveCarPosts(),
    expected: { other: 'Error fetching data.', offline: notOnDevice },
    done: shows('P1 Main Gate'),
  }),
  'the access keys': reading({
    from: ['records/access-key/access-key-queries.ts: select main'],
    request: { method: 'get', url: mainUrl },
    as: adminSession,
    at: '/DataEditor/keys',
    serve: () => void serveMain(keyRow(), adminRow()),
    expected: 'Error fetching data.',
    done: shows('Front desk'),
  }),
  'the change log': reading({
    from: ['features/change-log/changes-query.ts: rpc list_changes'],
    request: { method: 'post', url: logUrl },
    as: adminSession,
    at: '/DataEditor/history',
    serve: () => void serveChanges(...kinds()),
    expected: 'Error fetching data.',
    done: shows(/^Capacity changed/u),
  }),
  'which lines of the change log are of a move': reading({
    from: ['features/change-log/changes-query.ts: rpc logged_moves'],
    request: { method: 'post', url: movesUrl },
    as: adminSession,
    at: '/DataEditor/history',
    serve: () => void serveChanges(taskChange([loggedTask()], [loggedTask({ showing: 'False' })])),
    expected: 'Error fetching data.',
    done: shows(/^Visit 17 hidden/u),
  }),
  'the overview': reading({
    from: ['records/site/site-overview.ts: rpc site_overview'],
    request: { method: 'post', url: `${rest}/rpc/site_overview` },
    as: adminSession,
    at: '/DataEditor/overview',
    serve: () =>
      server.use(http.post(`${rest}/rpc/site_overview`, () => HttpResponse.json([overviewRow({ name: 'Bayu' })]))),
    expected: 'Error fetching data.',
    done: shows('Bayu'),
  }),
  'the recommendations of a technician’s sites': reading({
    from: ['features/my-sites/follow-ups-query.ts: rpc follow_ups'],
    request: { method: 'post', url: `${rest}/rpc/follow_ups` },
    as: technicianSession,
    at: '/DataEditor/my-sites',
    serve: () =>
      server.use(
        http.post(`${rest}/rpc/site_overview`, () => HttpResponse.json([overviewRow({ name: 'Bayu' })])),
        http.post(`${rest}/rpc/follow_ups`, () => HttpResponse.json([])),
      ),
    expected: {
      other: 'The open recommendations of your sites could not be read.',
      offline: 'There is no connection, and the recommendations of your sites are not kept on this device.',
    },
    done: shows('Bayu'),
  }),
  'the search for visits': reading({
    from: ['features/overview/visit-search.ts: rpc search_visits'],
    request: { method: 'post', url: `${rest}/rpc/search_visits` },
    as: adminSession,
    at: '/DataEditor/visits',
    serve: () => {
      serveSite();
      server.use(http.post(`${rest}/rpc/search_visits`, () => HttpResponse.json(noVisits)));
    },
    expected: 'Error fetching data.',
    done: shows('No activities yet.'),
  }),
  'the reported errors': reading({
    from: ['features/client-errors/client-errors.ts: rpc list_client_errors'],
    request: { method: 'post', url: `${rest}/rpc/list_client_errors` },
    as: adminSession,
    at: '/DataEditor/errors',
    serve: () =>
      server.use(
        http.post(`${rest}/rpc/list_client_errors`, () =>
          HttpResponse.json([
            {
              message: 'Drawn into a corner',
              screen: '/profile',
              release: 'a1',
              role: 'user',
              times: 1,
              first_seen: '2026-11-20T01:00:00+00:00',
              last_seen: '2026-11-20T01:00:00+00:00',
            },
          ]),
        ),
      ),
    expected: 'Error fetching data.',
    done: shows('Drawn into a corner'),
  }),
  'the reported faults': reading({
    from: ['features/faults/faults-query.ts: rpc list_faults'],
    request: { method: 'post', url: `${rest}/rpc/list_faults` },
    as: adminSession,
    at: '/DataEditor/faults',
    serve: () => void serveFaults(fault()),
    expected: 'Error fetching data.',
    done: shows('1 open fault'),
  }),
  'the visits that were moved away from a site': reading({
    from: ['records/task/moved-visits.ts: rpc moved_visits'],
    request: { method: 'post', url: `${rest}/rpc/moved_visits` },
    as: adminSession,
    at: '/datadeleter?site=Selasih+Park&year=2026&month=mar',
    serve: () => serveTasks(stored({ title: 'Loop tested' })),
    expected: 'Failed to fetch tasks.',
    done: shows('Loop tested'),
  }),
  "a technician's own visits": reading({
    from: ['records/task/task-queries.ts: rpc my_visits'],
    request: { method: 'post', url: `${rest}/rpc/my_visits` },
    as: technicianSession,
    at: '/maintenance?site=Selasih+Park',
    expected: 'The list of visits you can still correct could not be loaded.',
    done: shows(/^You can correct this visit/u),
  }),
});
