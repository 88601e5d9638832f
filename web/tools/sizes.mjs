/**
 * The sizes at which every page is checked, from the smallest phone to a video wall. 720 × 450 is a
 * screen of 1440 × 900 at 200 % zoom.
 */
export const SIZES = /** @type {const} */ ([
  [320, 640],
  [390, 844],
  [600, 800],
  [720, 450],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [3840, 2160],
]);
