export { LandscapeCurve } from './LandscapeCurve.tsx';
export { LandscapeHead, LandscapeInterval } from './LandscapeHead.tsx';
