import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Badge } from '../../src/ui/Badge.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { SelectField } from '../../src/ui/field/SelectField.tsx';
import { TextField } from '../../src/ui/field/TextField.tsx';
import { LoadError } from '../../src/ui/message/Notice.tsx';
import { Progress } from '../../src/ui/Progress.tsx';

describe('Button', () => {
  it('ignores presses while busy and stays focusable', async () => {
    const press = vi.fn<() => void>();
    const { rerender } = render(<Button onClick={press}>Save</Button>);
    await userEvent.click(screen.getByRole('button'));
    rerender(
      <Button busy onClick={press}>
        Save
      </Button>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(press).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button')).toHaveFocus();
  });
});

describe('fields', () => {
  it('tie label, hint and error to the input', () => {
    render(<TextField label="Title" value="" onChange={() => undefined} hint="In words" error="Is required" />);
    const input = screen.getByLabelText('Title');
    expect(input).toHaveAccessibleDescription('In words Is required');
    expect(input).toBeInvalid();
    expect(screen.getByRole('alert')).toHaveTextContent('Is required');
  });

  it('report the value that was chosen', async () => {
    const onChoose = vi.fn<(value: string) => void>();
    const options = [
      { value: '', label: 'All years' },
      { value: '2026', label: '2026' },
    ];
    render(<SelectField label="Year" value="" onChange={onChoose} options={options} />);
    await userEvent.selectOptions(screen.getByLabelText('Year'), '2026');
    expect(onChoose).toHaveBeenCalledWith('2026');
  });
});

describe('status elements', () => {
  it('LoadError shows what happened and tries again', async () => {
    const retry = vi.fn<() => void>();
    render(<LoadError message="Error fetching data." onRetry={retry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Error fetching data.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it.each([
    [-1, '0'],
    [0.5, '50'],
    [7, '100'],
  ])('Progress stays within its track: %d is %s %%', (value, now) => {
    render(<Progress label="Preparing" value={value} />);
    expect(screen.getByRole('progressbar', { name: 'Preparing' })).toHaveAttribute('aria-valuenow', now);
  });

  it('Badge shows its state in words', () => {
    render(
      <Badge tone="ok" icon="gate-up">
        System Online
      </Badge>,
    );
    expect(screen.getByText('System Online')).toBeVisible();
  });
});
