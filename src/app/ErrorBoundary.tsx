import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

/** Shows the error screen in the place of what broke. React writes the cause to the console. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; broken: boolean }> {
  override state: { error: unknown; broken: boolean } = { error: null, broken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true };
  }

  override render() {
    return this.state.broken ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}
