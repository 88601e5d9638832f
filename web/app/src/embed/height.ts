import { PROTOCOL } from '@ackscope/embed/protocol';

/**
 * Reports the frame's wanted height to the host page, in three formats: our own, that of learning
 * platforms (LTI's `lti.frameResize`, as JSON text), and that of other hosts (`iframe.resize`). A
 * height is no secret, so it is sent to any origin.
 */
export function postHeight(px: number): void {
  if (window.parent === window) return;
  window.parent.postMessage({ ackscope: PROTOCOL, type: 'height', px }, '*');
  window.parent.postMessage(JSON.stringify({ subject: 'lti.frameResize', height: px }), '*');
  window.parent.postMessage(JSON.stringify({ context: 'iframe.resize', height: px }), '*');
}
