import { messageOf } from '@ackscope/engine';
import { Component } from 'react';
import type { ReactNode } from 'react';
import styles from './Boundary.module.css';
import { NotLoaded, retries } from './loads.ts';

interface Props {
  children: ReactNode;
  /** Another place: what failed in the one before is over. */
  place?: string;
  onFailure?: (message: string) => void;
}

interface State {
  failure: { error: unknown } | null;
}

/** Keeps a failure within a part of the page: it says what failed and offers to try again; the rest stays. */
export class Boundary extends Component<Props, State> {
  override state: State = { failure: null };
  #leave: () => void = () => undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidMount(): void {
    this.#leave = retries.subscribe(() => this.setState({ failure: null }));
  }

  override componentDidUpdate({ place }: Props): void {
    if (place !== this.props.place && this.state.failure !== null) this.setState({ failure: null });
  }

  override componentWillUnmount(): void {
    this.#leave();
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure?.(sentenceOf(error));
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <Failure error={failure.error} />;
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof NotLoaded
    ? `${error.message} The network may be away, or there is a newer Ackscope: then reload the page.`
    : `A part of this page stopped: ${messageOf(error)} This is a fault of Ackscope.`;

function Failure({ error }: { error: unknown }) {
  return (
    <div role="alert" className={styles.failure} data-failed="">
      <span>{sentenceOf(error)}</span>
      <button type="button" onClick={retries.retry}>
        Try again
      </button>
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  );
}
