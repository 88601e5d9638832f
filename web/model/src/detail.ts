/**
 * Replays for the zoom. When the time range is short enough for single samples to matter, every
 * lane is replayed at full detail. A lane has at most one open replay. A new range cancels replays
 * that no longer fit it; until the answers arrive, the screen shows what it has.
 */
import type { Runner } from './runner.ts';
import {
  initialDetail,
  MAX_REPLAYED_PACKETS,
  MAX_SINGLE_PACKETS,
  packetsWithin,
  coversRange,
} from './slices/detail.ts';
import type { LaneDetail } from './slices/detail.ts';
import type { LaneRun } from './slices/run.ts';
import type { TimeRange } from './slices/zoom.ts';
import type { LabStore } from './store.ts';
import { LaneTrace } from './trace.ts';

/** Margin replayed on each side of the range, as a share of it: short pans need no new replay. */
const MARGIN = 0.5;

interface Question {
  timeRange: TimeRange;
  packets: boolean;
  share: number;
  over: AbortController;
}

export function followDetail(
  store: LabStore,
  runner: Runner,
  schedule: (callback: () => void) => void,
): () => void {
  let runId = -1;
  let open: (Question | null)[] = [];
  /** Answers not shown yet. */
  let arrived: (LaneDetail | undefined)[] = [];
  let isScheduled = false;

  const forget = (): void => {
    for (const question of open) question?.over.abort();
    open = [];
    arrived = [];
    const { detail } = store.getState();
    if (detail !== initialDetail) store.setState({ detail: initialDetail });
  };

  /** The answers of all lanes appear together, with how far the others are, in the next frame. */
  const show = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(showNews);
  };

  const showNews = (): void => {
    isScheduled = false;
    const news = arrived;
    arrived = [];
    const asked = open.flatMap((question) => (question === null ? [] : [question.share]));
    const progress = asked.length === 0 ? null : asked.reduce((sum, share) => sum + share, 0) / asked.length;
    const { detail, run } = store.getState();
    if (news.length === 0 && progress === detail.progress) return;
    const lanes =
      news.length === 0 ? detail.lanes : run.lanes.map((_, at) => news[at] ?? detail.lanes[at] ?? null);
    store.setState({ detail: { lanes, progress } });
  };

  const ask = (lane: number, trace: LaneTrace, timeRange: TimeRange): void => {
    const width = timeRange[1] - timeRange[0];
    const fromS = Math.max(0, timeRange[0] - MARGIN * width);
    const toS = Math.min(trace.simulatedS, timeRange[1] + MARGIN * width);
    if (toS <= fromS) return;
    const packets = packetsWithin(trace.info, width) <= MAX_SINGLE_PACKETS;
    const before = open[lane];
    if (before != null) {
      const covers =
        before.timeRange[0] <= timeRange[0] &&
        before.timeRange[1] >= Math.min(timeRange[1], trace.simulatedS);
      if (covers && (before.packets || !packets) && before.timeRange[1] - before.timeRange[0] <= 12 * width)
        return;
      before.over.abort();
    }
    const over = new AbortController();
    const detail = runner.replay(lane, fromS, toS, {
      packets,
      signal: over.signal,
      onProgress(share) {
        if (open[lane] !== question) return;
        question.share = share;
        show();
      },
    });
    if (detail === null) return;
    const question: Question = { timeRange: [fromS, toS], packets, share: 0, over };
    open[lane] = question;
    detail.then(
      (found) => {
        if (open[lane] !== question) return;
        open[lane] = null;
        const again = new LaneTrace(trace.info, trace.focus, 0);
        again.write(found.chunk);
        arrived[lane] = { fromS, toS, trace: again, packets: found.packets };
        show();
        consider();
      },
      () => {
        // Cancelled, or the run is gone: the recorded curves stay.
        if (open[lane] === question) {
          open[lane] = null;
          show();
        }
      },
    );
    show();
  };

  const considerLane = (lane: number, run: LaneRun, timeRange: TimeRange): void => {
    if (run.trace === null || run.stale) return;
    const width = timeRange[1] - timeRange[0];
    if (packetsWithin(run.trace.info, width) > MAX_REPLAYED_PACKETS) return;
    const found = arrived[lane] ?? store.getState().detail.lanes[lane] ?? null;
    if (coversRange(found, timeRange, run.trace.simulatedS)) return;
    ask(lane, run.trace, timeRange);
  };

  const consider = (): void => {
    const { run, view } = store.getState();
    if (run.id !== runId) {
      runId = run.id;
      forget();
    }
    const { timeRange } = view;
    if (timeRange === null) forget();
    else run.lanes.forEach((lane, index) => considerLane(index, lane, timeRange));
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (state.view.timeRange !== before.view.timeRange || state.run !== before.run) consider();
  });
  return () => {
    unsubscribe();
    forget();
  };
}
