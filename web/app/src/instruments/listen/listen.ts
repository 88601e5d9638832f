/** Turns a run into sound: ticks, thuds and a tone per lane, each panned to its own place. */
import type { Listen } from '@ackscope/model';
import type { Lab } from '../../lab/context.ts';
import type { LaneView } from '../../laneData/laneData.ts';
import { acksPerTick, ackRate, soundsBetween } from './sounds.ts';

/** Pitch of an empty queue; a full queue is two octaves higher. */
const LOWEST_HZ = 165;
const OCTAVES = 2;
const TONE_LEVEL = 0.06;
/** The tone stops this long after the clock stops. */
const TONE_ENDS_S = 0.12;
/** The sounds of a frame are spread over about a frame's duration. */
const FRAME_S = 1 / 60;
/** A jump of the clock by more than this share of the run makes no sound. */
const LEAP = 0.02;

interface Voice {
  pan: StereoPannerNode;
  tone: OscillatorNode;
  loudness: GainNode;
}

export interface Listening {
  /** How many ACKs one tick stands for now. */
  perTick: () => number;
  /** Volume, 0 to 1. */
  level: () => number;
  set: (listen: Listen) => void;
  stop: () => void;
}

export function startListening(lab: Lab, first: Listen): Listening {
  const context = new AudioContext();
  const master = context.createGain();
  const meter = context.createAnalyser();
  meter.fftSize = 512;
  const wave = new Float32Array(meter.fftSize);
  master.connect(meter).connect(context.destination);
  let listen = first;
  let perTick = 1;
  const voices = new Map<number, Voice>();

  const voiceOf = (index: number, count: number): Voice => {
    const known = voices.get(index);
    if (known !== undefined) return known;
    const pan = context.createStereoPanner();
    pan.pan.value = count < 2 ? 0 : -0.8 + (1.6 * index) / (count - 1);
    const tone = context.createOscillator();
    const loudness = context.createGain();
    loudness.gain.value = 0;
    tone.connect(loudness).connect(pan).connect(master);
    tone.start();
    const voice = { pan, tone, loudness };
    voices.set(index, voice);
    return voice;
  };

  /** A short sound that falls from one pitch to another. */
  const strike = (
    voice: Voice,
    atS: number,
    hz: number,
    toHz: number,
    lastsS: number,
    level: number,
  ): void => {
    const sound = context.createOscillator();
    const loudness = context.createGain();
    sound.frequency.setValueAtTime(hz, atS);
    sound.frequency.exponentialRampToValueAtTime(toHz, atS + lastsS);
    loudness.gain.setValueAtTime(level, atS);
    loudness.gain.exponentialRampToValueAtTime(0.001, atS + lastsS);
    sound.connect(loudness).connect(voice.pan);
    sound.start(atS);
    sound.stop(atS + lastsS);
  };

  const soundLane = (lane: LaneView, index: number, count: number, fromS: number, toS: number): void => {
    const voice = voiceOf(index, count);
    const { ticks, thuds, fill } = soundsBetween(lane, fromS, toS, perTick);
    const nowS = context.currentTime;
    for (const share of ticks) strike(voice, nowS + share * FRAME_S, 1900, 900, 0.018, 0.22);
    for (const { share, isTimeout } of thuds)
      strike(voice, nowS + share * FRAME_S, isTimeout ? 70 : 130, 38, isTimeout ? 0.5 : 0.22, 0.8);
    if (fill === null) return;
    voice.tone.frequency.setTargetAtTime(LOWEST_HZ * 2 ** (OCTAVES * fill), nowS, 0.015);
    voice.loudness.gain.cancelScheduledValues(nowS);
    voice.loudness.gain.setTargetAtTime(TONE_LEVEL, nowS, 0.02);
    voice.loudness.gain.setTargetAtTime(0, nowS + TONE_ENDS_S, 0.03);
  };

  const set = (next: Listen): void => {
    listen = next;
    master.gain.value = next.level;
  };
  set(first);
  let lastS = lab.store.getState().clock.timeS;
  const unsubscribe = lab.signals.clock.subscribe(() => {
    const state = lab.store.getState();
    const timeS = state.clock.timeS;
    const [fromS, toS] = timeS > lastS ? [lastS, timeS] : [timeS, lastS];
    lastS = timeS;
    // Browsers allow sound only after a press: a run of a link may play before one.
    if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return;
    if (context.state === 'suspended') void context.resume();
    if (toS - fromS > LEAP * state.run.durationS && !state.clock.playing) return;
    const lanes = lab.laneViews(state);
    const chosen = lanes.filter(({ run }) => listen.lane === null || run.label === listen.lane);
    // A tick means the same in every lane, so that lanes can be compared.
    const fastest = Math.max(0, ...chosen.map((lane) => ackRate(lane, timeS)));
    const speed = Number.isFinite(state.clock.speed) ? state.clock.speed : state.run.durationS;
    perTick = acksPerTick(fastest * chosen.length, speed);
    for (const lane of chosen) soundLane(lane, lanes.indexOf(lane), lanes.length, fromS, toS);
  });

  return {
    perTick: () => perTick,
    level() {
      meter.getFloatTimeDomainData(wave);
      return Math.min(
        1,
        wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
      );
    },
    set,
    stop() {
      unsubscribe();
      for (const { tone } of voices.values()) tone.stop();
      void context.close();
    },
  };
}
