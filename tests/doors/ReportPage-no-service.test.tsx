import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { deviceReportStore } from '../../src/records/fault/report-store.ts';
import { noServiceAnswers, answerWith } from '../support/answers.ts';
import { hangAtOpen } from '../support/hanging-stores.ts';
import {
  secret,
  hotline,
  opened,
  refused,
  answer,
  asked,
  closePage,
  sentReports,
  sendButton,
  symptomRadio,
  replies,
  scan,
  serveSticker,
} from './serve-sticker.tsx';

serveSticker();

describe('no service', () => {
  it.each(Object.entries(noServiceAnswers))('as of %s: a report is kept, and sent once', async (_, wrong) => {
    const user = userEvent.setup();
    const resolver = answerWith(wrong);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it needs no request
    const lost = () => resolver({} as never) as unknown as Response;
    Object.assign(replies, { open: lost, report: lost });
    scan();
    expect(await screen.findByText(/^There is no connection now\. Report it all the same/u)).toBeVisible();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    expect(await screen.findByRole('heading', { name: 'Kept here' })).toHaveFocus();
    // another sticker is scanned with the same phone, where there is a connection
    closePage();
    Object.assign(replies, { open: () => HttpResponse.json(opened()), report: () => HttpResponse.json(answer()) });
    asked.length = 0;
    scan('#ANOTHER');
    await vi.waitFor(() => expect(sentReports()).toHaveLength(1));
    expect(asked.find(({ name }) => name === 'report_from_sticker')?.body['secret']).toBe(secret);
    await vi.waitFor(() => expect(screen.queryByText(/report not sent/u)).not.toBeInTheDocument());
  });

  it('says what waits on every sticker’s page until it is sent', async () => {
    const user = userEvent.setup();
    Object.assign(replies, {
      open: () => new HttpResponse('gateway', { status: 502 }),
      report: () => HttpResponse.error(),
    });
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Kept here' });
    closePage();
    replies.open = () => HttpResponse.json(opened());
    scan('#ANOTHER');
    expect(await screen.findByText(/^1 report not sent: kept on this phone/u)).toBeVisible();
    replies.report = () => HttpResponse.json(answer());
    act(() => void dispatchEvent(new Event('online')));
    await vi.waitFor(() => expect(screen.queryByText(/report not sent/u)).not.toBeInTheDocument());
  });

  it('shows a kept report that was refused later, with its words, until somebody has seen it', async () => {
    const user = userEvent.setup();
    replies.report = () => HttpResponse.error();
    scan();
    await user.click(await symptomRadio('Something else'));
    await user.type(screen.getByLabelText('What is wrong, in a few words'), 'It hums');
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Kept here' });
    closePage();
    replies.report = () => refused(404);
    scan('#ANOTHER');
    const note = await screen.findByText('It hums');
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Not sent: this sticker is not valid \(any more\)\. Please call/u,
    );
    await user.click(screen.getByRole('button', { name: 'I have seen it' }));
    await vi.waitFor(() => expect(note).not.toBeInTheDocument());
  });

  it('tells the number of a report that waited, once it is received', async () => {
    const user = userEvent.setup();
    replies.report = () => HttpResponse.error();
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Kept here' });
    replies.report = () => HttpResponse.json(answer());
    act(() => void dispatchEvent(new Event('online')));
    expect(
      await screen.findByRole('heading', { name: 'Reported at 14:10, number 42. The office has it.' }),
    ).toBeVisible();
  });

  it('says that a report was refused, if that happens while the page says that it is kept', async () => {
    const user = userEvent.setup();
    replies.report = () => HttpResponse.error();
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Kept here' });
    replies.report = () => refused(422);
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not sent: the report was refused.');
    expect(screen.queryByText(/^Kept/u)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'I have seen it' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(screen.queryByText(/The office has it/u)).not.toBeInTheDocument();
  });

  it('says that the office has a report that another tab sent', async () => {
    const user = userEvent.setup();
    replies.report = () => HttpResponse.error();
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Kept here' });
    const other = deviceReportStore('sticker-reports/');
    const [waiting] = await other.list();
    await other.remove(waiting?.attempt ?? '');
    expect(await screen.findByRole('heading', { name: 'Sent. The office has it.' })).toBeVisible();
  });

  it('a phone that keeps nothing says so before a report, and about a report that waits', async () => {
    const user = userEvent.setup();
    replies.report = () => HttpResponse.error();
    await hangAtOpen();
    scan();
    expect(await screen.findByText(/^This phone keeps nothing: without a connection a report is lost/u)).toBeVisible();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await user.click(await screen.findByRole('button', { name: 'Report something else' }, { timeout: 20_000 }));
    expect(
      screen.getByText(`1 report not sent. Leave this page open until there is a connection, or call ${hotline}.`),
    ).toBeVisible();
    expect(screen.queryByText(/kept on this phone/u)).not.toBeInTheDocument();
  }, 30_000);

  it('stores the page for offline again when a report that waited was sent', async () => {
    vi.stubEnv('PROD', true);
    const register = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('No connection')).mockResolvedValue();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { register } }));
    const user = userEvent.setup();
    replies.report = () => HttpResponse.error();
    scan();
    await user.click(await symptomRadio('No power'));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Kept here' });
    expect(register).toHaveBeenCalledOnce();
    replies.report = () => HttpResponse.json(answer());
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('heading', { name: /^Reported at/u });
    await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2));
  });
});
