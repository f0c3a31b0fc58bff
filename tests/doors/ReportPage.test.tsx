import { Blob as NodeBlob } from 'node:buffer';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, test, vi } from 'vitest';
import { secretIn } from '../../src/doors/secret-door.ts';
import { chooseLanguage } from '../../src/lib/language/choose-language.ts';
import { shrinkToBlob, type ShrunkBlob } from '../../src/lib/photo/shrink-photo.ts';
import { server } from '../support/server.ts';

vi.mock(import('../../src/lib/photo/shrink-photo.ts'), { spy: true });

import {
  secret,
  hotline,
  minutesAgo,
  fault,
  opened,
  refused,
  answer,
  asked,
  sentReports,
  anAttempt,
  sendButton,
  symptomRadio,
  replies,
  scan,
  serveSticker,
} from './serve-sticker.tsx';

serveSticker();

describe('a scan', () => {
  it('says the site, the post and the number, and asks what is wrong', async () => {
    scan();
    expect(await screen.findByRole('heading', { level: 1, name: 'Selasih Park' })).toBeVisible();
    expect(screen.getByText('Exit')).toBeVisible();
    expect(screen.getByText('S-0042')).toBeVisible();
    expect(screen.getByRole('group', { name: 'What is wrong?' })).toBeVisible();
    // six symptoms and *Something else*
    expect(screen.getAllByRole('radio')).toHaveLength(7);
    expect(document.title).toBe('Report a fault');
    expect(asked).toEqual([{ name: 'open_sticker', body: { secret } }]);
  });

  it('reports with two taps more, and says the number and what to do', async () => {
    const user = userEvent.setup();
    scan();
    await user.click(await symptomRadio('Does not close'));
    await user.click(sendButton());
    const heading = await screen.findByRole('heading', { name: 'Reported at 14:10, number 42. The office has it.' });
    expect(heading).toHaveFocus();
    expect(within(screen.getByRole('list', { name: 'While the arm is stuck' })).getAllByRole('listitem')).toHaveLength(
      3,
    );
    expect(screen.getByRole('link', { name: `Call ${hotline}` })).toHaveAttribute('href', 'tel:0100000009');
    expect(sentReports()).toEqual([{ attempt: anAttempt, what: 'Does not close', photos: 0, age: 0 }]);
    await user.click(screen.getByRole('button', { name: 'Report something else' }));
    expect(await symptomRadio('Does not close')).not.toBeChecked();
  });

  it('sends own words, and says so where they are missing', async () => {
    const user = userEvent.setup();
    scan();
    await screen.findByText('S-0042');
    await user.click(sendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose what is wrong first.');
    await user.click(await symptomRadio('Something else'));
    await user.type(screen.getByLabelText('What is wrong, in a few words'), 'It hums');
    await user.click(sendButton());
    await screen.findByRole('heading', { name: /^Reported at/u });
    expect(sentReports()).toEqual([expect.objectContaining({ what: 'It hums' })]);
  });

  it('puts the call before the report where people are in danger', async () => {
    const user = userEvent.setup();
    scan();
    await user.click(await symptomRadio('Hits vehicles'));
    expect(screen.getByRole('alert')).toHaveTextContent('Keep people and cars away.');
    expect(screen.getByRole('link', { name: `Call now: ${hotline}` })).toHaveAttribute('href', 'tel:0100000009');
  });

  it('whose state does not come within three seconds can be reported all the same', async () => {
    replies.open = () => new Promise<Response>(() => undefined);
    const user = userEvent.setup();
    scan();
    expect(screen.getByText('Reading the sticker…')).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: /^Reported at/u });
  });

  it('of another sticker begins anew', async () => {
    const user = userEvent.setup();
    scan();
    await user.click(await symptomRadio('No power'));
    replies.open = () => HttpResponse.json({ ...opened(), sticker: 7, post: 'Entrance' });
    history.replaceState(null, '', '/report#ANOTHER');
    act(() => void dispatchEvent(new HashChangeEvent('hashchange')));
    expect(await screen.findByText('S-0007')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'No power' })).not.toBeChecked();
    expect(asked.at(-1)?.body).toEqual({ secret: 'ANOTHER' });
  });
});

describe('the state of the post', () => {
  it('shows open faults first: joined with one tap, with what was typed', async () => {
    const user = userEvent.setup();
    replies.open = () => HttpResponse.json(opened([fault(), fault({ fault: 38, what: null })]));
    replies.report = () => HttpResponse.json(answer({ fault: 41, joined: true }));
    scan();
    const open = await screen.findByRole('list', { name: 'Reported already' });
    const [first, second] = within(open).getAllByRole('listitem');
    expect(first).toHaveTextContent('Does not open: open since 3 May, 09:12The office knows.It is this one');
    expect(second).toHaveTextContent('Another fault: open since 3 May, 09:12');
    await user.click(within(open).getAllByRole('button', { name: 'It is this one' })[0] ?? open);
    expect(
      await screen.findByRole('heading', { name: 'Added at 14:10 to number 41. The office has it.' }),
    ).toHaveFocus();
    expect(sentReports()).toEqual([{ attempt: anAttempt, what: 'Does not open', fault: 41, photos: 0, age: 0 }]);
  });

  it('adds to an open fault what was chosen and typed before the fault was seen', async () => {
    const user = userEvent.setup();
    replies.open = () => HttpResponse.json(opened([fault()]));
    scan();
    await user.click(await symptomRadio('Something else'));
    await user.type(screen.getByLabelText('What is wrong, in a few words'), 'It hums');
    await user.type(screen.getByLabelText('What else should the office know?'), 'Since noon');
    await user.click(screen.getByRole('button', { name: 'It is this one' }));
    await screen.findByRole('heading', { name: /^Reported at/u });
    expect(sentReports()).toEqual([
      expect.objectContaining({ fault: 41, what: 'Does not open', text: 'It hums\nSince noon' }),
    ]);
  });

  it('adds to a fault that was reported in own words, which this page does not get', async () => {
    const user = userEvent.setup();
    replies.open = () => HttpResponse.json(opened([fault({ fault: 38, what: null })]));
    scan();
    await user.click(await screen.findByRole('button', { name: 'It is this one' }));
    await screen.findByRole('heading', { name: /^Reported at/u });
    expect(sentReports()).toEqual([expect.objectContaining({ fault: 38, what: 'The same fault' })]);
  });

  it('shows only the time of a fault of today, and how other faults ended', async () => {
    const since = minutesAgo(0);
    replies.open = () =>
      HttpResponse.json(
        opened([
          fault({ since }),
          fault({ fault: 2, what: 'Tag not read', answered: '2026-05-03T11:22:00+08:00' }),
          fault({ fault: 1, what: 'Spring Broken', closed: '2026-05-02T08:05:00+08:00' }),
        ]),
      );
    scan();
    expect(await screen.findByText(`Does not open: open since ${since.slice(11, 16)}`)).toBeVisible();
    expect(screen.getByText('Tag not read: answered 3 May, 11:22')).toBeVisible();
    expect(screen.getByText('Spring Broken: closed 2 May, 08:05')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'It is this one' })).toHaveLength(1);
  });

  it('is asked again after a report', async () => {
    const user = userEvent.setup();
    scan();
    await user.click(await symptomRadio('No power'));
    replies.open = () => HttpResponse.json(opened([fault({ fault: 42, what: 'No power' })]));
    await user.click(sendButton());
    await user.click(await screen.findByRole('button', { name: 'Report something else' }));
    expect(await screen.findByText(/^No power: open since/u)).toBeVisible();
  });
});

describe('a limit', () => {
  it('of reports is said beside the button, with what was typed', async () => {
    const user = userEvent.setup();
    replies.report = () =>
      HttpResponse.json({ code: 'PT429', message: 'Too many reports', details: '6', hint: '600' }, { status: 429 });
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Reported 6 times within the hour. The office has those. This one was not sent: if it is new or urgent, call ${hotline}.`,
    );
    expect(screen.getByRole('radio', { name: 'No power' })).toBeChecked();
    expect(screen.queryByText(/report not sent/u)).not.toBeInTheDocument();
  });

  it('of looks still shows the form', async () => {
    const user = userEvent.setup();
    replies.open = () => refused(429, 'Too many looks');
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: /^Reported at/u });
  });
});

describe('a sticker that is not valid', () => {
  it('says so kindly, whom to call, and takes the code of a newer one', async () => {
    const user = userEvent.setup();
    replies.open = () => refused(404);
    scan();
    expect(await screen.findByRole('alert')).toHaveTextContent('This sticker is not valid (any more). Please call.');
    expect(screen.getByRole('link', { name: `Call ${hotline}` })).toBeVisible();
    replies.open = () => HttpResponse.json(opened());
    await user.type(screen.getByLabelText('Code on the sticker'), 'k7qx 2m9p');
    await user.click(screen.getByRole('button', { name: 'Report a fault' }));
    expect(await screen.findByText('S-0042')).toBeVisible();
    // the database reads it as it reads keys, whatever their case
    expect(asked.at(-1)?.body).toEqual({ secret: 'k7qx2m9p' });
    expect(location.hash).toBe('#k7qx2m9p');
  });

  it('is asked again where the same code is typed again', async () => {
    const user = userEvent.setup();
    replies.open = () => refused(404);
    scan();
    const field = await screen.findByLabelText('Code on the sticker');
    replies.open = () => HttpResponse.json(opened());
    await user.type(field, secret);
    await user.click(screen.getByRole('button', { name: 'Report a fault' }));
    expect(await screen.findByText('S-0042')).toBeVisible();
  });

  it('does not lose what was typed where it ends meanwhile', async () => {
    const user = userEvent.setup();
    scan();
    await user.click(await symptomRadio('No power'));
    replies.report = () => refused(404);
    await user.click(sendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Not sent: this sticker is not valid (any more). Please call ${hotline}.`,
    );
    expect(screen.getByRole('radio', { name: 'No power' })).toBeChecked();
  });
});

describe('a refusal that says nothing about the sticker', () => {
  it.each([
    ['a key of the project that has ended', 401, 'PGRST301'],
    ['a schema that is being read', 404, 'PGRST202'],
    ['a missing right', 401, '42501'],
  ])('as of %s is no service: the report is kept', async (_, status, code) => {
    const user = userEvent.setup();
    replies.open = () => HttpResponse.json({ code, message: 'No' }, { status });
    replies.report = replies.open;
    scan();
    expect(await screen.findByText(/^There is no connection now/u)).toBeVisible();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    expect(await screen.findByRole('heading', { name: 'Kept here' })).toHaveFocus();
    Object.assign(replies, { open: () => HttpResponse.json(opened()), report: () => HttpResponse.json(answer()) });
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: /^Reported at/u })).toBeVisible();
  });
});

describe('a photo', () => {
  it('that is still being read when the report is sent goes with it, and not with the next', async () => {
    vi.stubGlobal('Blob', NodeBlob);
    const user = userEvent.setup();
    const reading = new EventTarget();
    vi.mocked(shrinkToBlob).mockReturnValueOnce(
      new Promise<ShrunkBlob>((resolve) => {
        const blob = new Blob(['small'], { type: 'image/jpeg' });
        reading.addEventListener('read', () => resolve({ blob, width: 1, height: 1 }));
      }),
    );
    scan();
    await user.click(await symptomRadio('No power'));
    const picked = new File(['a'], 'a.jpg', { type: 'image/jpeg' });
    await user.upload(screen.getByLabelText('Add photos'), picked);
    await user.click(sendButton());
    expect(screen.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-busy', 'true');
    expect(sentReports()).toEqual([]);
    reading.dispatchEvent(new Event('read'));
    await user.click(await screen.findByRole('button', { name: 'Report something else' }));
    expect(sentReports()).toEqual([expect.objectContaining({ photos: 1 })]);
    expect(screen.queryByRole('img', { name: 'Photo 1' })).not.toBeInTheDocument();
  });
});

describe('no code in the address', () => {
  it('asks for it, and asks nobody else', async () => {
    const user = userEvent.setup();
    scan('');
    const field = await screen.findByLabelText('Code on the sticker');
    await user.click(screen.getByRole('button', { name: 'Report a fault' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Type the code that is printed below the square.');
    expect(asked).toEqual([]);
    await user.type(field, `https://portal.test/report#${secret}`);
    await user.click(screen.getByRole('button', { name: 'Report a fault' }));
    expect(await screen.findByText('S-0042')).toBeVisible();
    expect(asked[0]?.body).toEqual({ secret });
  });

  it.each([
    ['K7QX-2M9P', 'K7QX-2M9P'],
    [' k7qx 2m9p\u200B ', 'k7qx2m9p'],
    ['https://portal.test/report#K7QX', 'K7QX'],
    ['#', ''],
  ])('reads %j as %j', (typed, expected) => {
    expect(secretIn(typed)).toBe(expected);
  });
});

describe('in Malay and Chinese', () => {
  test.each([
    ['ms', 'Apa yang rosak?', 'Hantar laporan', 'Does not open', 'Ini yang sama', 'Lengan palang tersekat', 'ms-MY'],
    ['zh', '出了什么问题？', '发送报修', 'Does not open', '就是这个', '闸杆卡住', 'zh-CN'],
  ] as const)('%s', async (code, what, button, stored, same, failureType, locale) => {
    const user = userEvent.setup();
    replies.open = () => HttpResponse.json(opened([fault({ what: 'Barrier Arm Jammed' })]));
    scan();
    await screen.findByText('S-0042');
    await user.click(screen.getByRole('button', { name: code === 'ms' ? 'BM' : '中文' }));
    expect(await screen.findByRole('group', { name: what })).toBeVisible();
    expect(screen.getByRole('button', { name: same })).toBeVisible();
    expect(screen.getByText((text) => /[:：]/u.test(text) && text.startsWith(failureType))).toBeVisible();
    expect(document.documentElement.lang).toBe(locale);
    const [first] = screen.getAllByRole('radio');
    await user.click(first ?? screen.getByRole('main'));
    await user.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('heading', { level: 2, name: /42/u });
    // stored in English, whoever reads it
    expect(sentReports()).toEqual([expect.objectContaining({ what: stored })]);
    await act(() => chooseLanguage('en'));
  });

  it('keeps what was typed when the language changes', async () => {
    const user = userEvent.setup();
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(screen.getByRole('button', { name: 'BM' }));
    await screen.findByRole('group', { name: 'Apa yang rosak?' });
    expect(screen.getAllByRole('radio').filter((radio) => radio.matches(':checked'))).toHaveLength(1);
    await act(() => chooseLanguage('en'));
  });
});

describe('the secret', () => {
  it('is in the address and in bodies alone: in no header, URL, title, log or storage', async () => {
    const user = userEvent.setup();
    const seen: string[] = [];
    server.events.on('request:start', ({ request }) => {
      seen.push(request.url, ...Array.from(request.headers, ([name, value]) => `${name}: ${value}`));
    });
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: /^Reported at/u });
    server.events.removeAllListeners();
    const stored = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    expect(seen.length).toBeGreaterThan(0);
    expect(
      [...seen, ...stored, document.title, document.body.innerHTML].filter((text) => text.includes(secret)),
    ).toEqual([]);
    expect(seen.filter((text) => /x-portal-session/iu.test(text))).toEqual([]);
  });
});
