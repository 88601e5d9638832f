/** The report card of the built-in algorithms, as the native engine has computed it. */
import type { ScoreReport } from '@ackscope/engine';
import card from '../../../../core/lab/report-card.json';

export const RECORDED: ScoreReport = card;
