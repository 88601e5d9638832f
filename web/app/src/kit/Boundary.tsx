import { messageOf } from '@ackscope/engine';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Band } from './Band.tsx';
import buttons from './buttons.module.css';
import styles from './Problem.module.css';
import { NotLoaded, retries } from './loads.ts';

interface Props {
  children: ReactNode;
  /** Another place: what failed in the one before is over. */
  place?: string;
  /** Of a whole page: what stands around it stays, as its navigation. */
  around?: (failed: ReactNode) => ReactNode;
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
    const { children, around } = this.props;
    if (failure === null) return children;
    const words = sentenceOf(failure.error);
    return around === undefined ? (
      <div role="alert" className={styles.failure} data-failed="">
        <span>{words}</span>
        <WaysOn />
      </div>
    ) : (
      around(
        <div role="alert" data-failed="">
          <Band title="This page is not complete." acts={<WaysOn />}>
            {words}
          </Band>
        </div>,
      )
    );
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof NotLoaded
    ? `${error.message} The network may be away, or there is a newer Ackscope: then reload the page.`
    : `A part of this page stopped: ${messageOf(error)} This is a fault of Ackscope.`;

const WaysOn = () => (
  <>
    <button type="button" className={buttons.plain} onClick={() => location.reload()}>
      Reload the page
    </button>
    <button type="button" className={buttons.primary} onClick={retries.retry}>
      Try again
    </button>
  </>
);
