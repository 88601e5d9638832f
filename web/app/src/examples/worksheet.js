const lab = document.getElementById('worksheet-lab');
const goodput = document.getElementById('worksheet-goodput');
const buttons = document.querySelectorAll('[data-buffer]');

lab.addEventListener('ackscope-result', ({ detail }) => {
  // The last window leaves the first slow start out.
  const mbps = detail.lanes[0].windows.at(-1).goodputBps / 1e6;
  goodput.textContent = `${mbps.toFixed(2)} Mbit/s`;
});

for (const button of buttons) {
  button.addEventListener('click', () => {
    goodput.textContent = '…';
    lab.setScenario(`sawtooth?hops.0.queue.capacity=${button.dataset.buffer}pkt`);
  });
}
