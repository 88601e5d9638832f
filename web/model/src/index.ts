export { bottleneck } from './bottleneck.ts';
export { channelHistory } from './channels.ts';
export { LossList, stateBands } from './conditions.ts';
export * from './events.ts';
export { followOwnRules } from './ownRules.ts';
export { phaseAt, phasesOf } from './phases.ts';
export { isHostile, isObject, sameJson, wholeText } from './json.ts';
export type { Json, JsonObject } from './json.ts';
export { shorten } from './link/linkTexts.ts';
export { decodeLink, encodeLink, EMPTY_VIEW, MAX_REF_LENGTH, notARun, openingLink } from './link/codec.ts';
export type { DecodedLink, LinkContent, LinkView } from './link/codec.ts';
export { capitalized, lowered } from './letter.ts';
export {
  costGate,
  costOf,
  costOfSweep,
  freeShare,
  roundedCount,
  UNASKED_LIMIT,
  workInWords,
} from './limits.ts';
export type { CostQuestion } from './limits.ts';
export { readScenarioText, scenarioFileName, writeScenarioText } from './file.ts';
export { textRangeOf } from './jsonRange.ts';
export { packetMoment } from './packetStep.ts';
export { cutOff, isBegun, meantBy } from './link/cut.ts';
export { webAddress } from './link/webAddress.ts';
export { readWrite, writeHref } from './link/write.ts';
export type { WriteHref, WriteQuery } from './link/write.ts';
export { readPageAddress, routeHref } from './link/pages.ts';
export { addFork, forksOf, originOf, stretchForks } from './fork.ts';
export type { Fork } from './fork.ts';
export { applyChanges, diffPaths, getPath, setPath } from './path.ts';
export type { PathChange } from './path.ts';
export {
  DEFAULT_PRESET,
  OPENING_PRESET,
  followSuggestion,
  presetById,
  PRESETS,
  referencesApply,
} from './presets.ts';
export type { Preset, Reference } from './presets.ts';
export * from './quantity.ts';
export { startRunner } from './runner.ts';
export type { Runner } from './runner.ts';
export * from './selectors.ts';
export { compareStamps, runStamp } from './stamp.ts';
export { soFar } from './soFar.ts';
export type { SoFar } from './soFar.ts';
export { createLabStore } from './store.ts';
export type { LabActions, LabState, LabStore } from './store.ts';
export { compareList, entryAlgorithm } from './slices/scenario.ts';
export { speedFor, SPEEDS } from './slices/clock.ts';
export type { LaneRun, RunSlice, RunStatus } from './slices/run.ts';
export { askOf, isQuestion, nextQuestion } from './asks.ts';
export type { Ask } from './asks.ts';
export {
  askedInterval,
  askedValues,
  callDelayS,
  callWindow,
  isAnswerSeen,
  isQuestionOpen,
  rightAnswer,
  shownRange,
} from './slices/ask.ts';
export { nearnessOfChoice } from './nearness.ts';
export type { Nearness } from './nearness.ts';
export { measured as measuredOf, sharesOf } from './measures.ts';
export type { Measure } from './measures.ts';
export { allAlike, behindOf, deliversLess, oneOfFlows, queueSentence, sentenceAt } from './sentence.ts';
export type { Behind } from './sentence.ts';
export { comparedLane, isCompared, referenceLane } from './slices/reference.ts';
export type { ReferenceSlice } from './slices/reference.ts';
export { DEFAULT_LISTEN, LANDSCAPES_OF, MAX_CHANNELS } from './slices/instruments.ts';
export type { Cursors, LandscapeOf, Listen } from './slices/instruments.ts';
export { DEFAULT_TRIGGER } from './slices/trigger.ts';
export type { Trigger, TriggerEvent, TriggerMode } from './slices/trigger.ts';
export { boundaries, isInTraffic, occurrencesOf } from './occurrences.ts';
export type { Occurrence } from './occurrences.ts';
export type { Headline } from './headline.ts';
export { ALIKE, goodputAt, goodputOf, intervalAt, measuredGoodput, ofReference } from './headline.ts';
export type { Moment } from './headline.ts';
export { phasePair, competingFlows, shownMode } from './slices/charts.ts';
export type { ChartMode } from './chartMode.ts';
export { packetsWithin, shownDetail, shownTrace } from './slices/detail.ts';
export type { LaneDetail } from './slices/detail.ts';
export { followDetail } from './detail.ts';
export type { ScenarioSlice } from './slices/scenario.ts';
export { DEFAULT_ROWS, ownStates, recordsSeries, shownRows, stateRowId } from './slices/view.ts';
export type { OwnState } from './slices/view.ts';
export type { TimeRange } from './slices/zoom.ts';
export { DRAWERS } from './slices/view.ts';
export type { DrawerId, Theme } from './slices/view.ts';
export { firstFocus, LaneTrace } from './trace.ts';
export type { SeriesTrace } from './trace.ts';
