import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { TextAreaField, TextField } from '../../src/ui/field/TextField.tsx';

function Form({ isMultiline, limit }: { isMultiline: boolean; limit?: number }) {
  const [value, setValue] = useState('');
  const fieldProps = { label: 'Text', value, onChange: setValue, ...(limit !== undefined && { limit }) };
  return isMultiline ? <TextAreaField {...fieldProps} /> : <TextField {...fieldProps} />;
}
const field = () => screen.getByRole('textbox', { name: 'Text' });

describe.each([
  ['of one line', false],
  ['of several lines', true],
])('a field %s', (_, isMultiline) => {
  it('keeps the whole text if it is too long, and says by how much until it is short enough', async () => {
    const user = userEvent.setup();
    render(<Form isMultiline={isMultiline} limit={10} />);
    await user.click(field());
    await user.paste('gate 2 is UNSAFE');
    expect(field()).toHaveValue('gate 2 is UNSAFE');
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription('Use at most 10 characters. These are 16, 6 too many.');
    expect(screen.getByRole('alert')).toHaveTextContent('6 too many');
    await user.keyboard('{Backspace>6/}');
    expect(field()).toHaveValue('gate 2 is ');
    expect(field()).toBeValid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('removes characters that cannot be stored, and says so until something else is typed', async () => {
    const user = userEvent.setup();
    render(<Form isMultiline={isMultiline} />);
    await user.click(field());
    await user.paste('Arm\u0007 bent \uD83D');
    expect(field()).toHaveValue('Arm bent ');
    expect(screen.getByRole('status')).toHaveTextContent('2 characters that cannot be stored were left out.');
    await user.keyboard('2');
    expect(screen.queryByRole('status')).toBeNull();
    await user.paste('\u202E');
    expect(screen.getByRole('status')).toHaveTextContent('1 character that cannot be stored was left out.');
    expect(field()).toHaveValue('Arm bent 2');
  });

  it('keeps lines separate if another program used other line breaks', async () => {
    const user = userEvent.setup();
    render(<Form isMultiline={isMultiline} />);
    await user.click(field());
    await user.paste('Arm bent\u000BArm replaced\u2028Tested');
    expect(field()).toHaveValue(isMultiline ? 'Arm bent\nArm replaced\nTested' : 'Arm bent Arm replaced Tested');
    expect(screen.queryByRole('status')).toBeNull();
  });
});
