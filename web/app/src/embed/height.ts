import { PROTOCOL } from '@ackscope/embed/protocol';

/**
 * Tells whoever embeds the frame how high it wants to be: in our own words, in those of learning
 * platforms (LTI's `lti.frameResize`, as JSON text), and in those of other embedding hosts
 * (`iframe.resize`). A height is no secret, so it goes to any origin.
 */
export function postHeight(px: number): void {
  if (window.parent === window) return;
  window.parent.postMessage({ ackscope: PROTOCOL, type: 'height', px }, '*');
  window.parent.postMessage(JSON.stringify({ subject: 'lti.frameResize', height: px }), '*');
  window.parent.postMessage(JSON.stringify({ context: 'iframe.resize', height: px }), '*');
}
