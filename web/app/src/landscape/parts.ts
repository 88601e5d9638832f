export { LandscapeCurve } from './LandscapeCurve.tsx';
export { LandscapeHead } from './LandscapeHead.tsx';
