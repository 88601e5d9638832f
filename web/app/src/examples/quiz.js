const lab = document.getElementById('quiz-lab');
const form = document.getElementById('quiz-form');
const verdict = document.getElementById('quiz-verdict');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const answer = new FormData(form).get('least');
  if (answer === null) {
    verdict.textContent = 'Choose one first.';
    return;
  }
  verdict.textContent = 'Simulating…';
  lab.addEventListener(
    'ackscope-result',
    ({ detail }) => {
      // The second window is the one with the reverse traffic.
      const [least] = detail.lanes.toSorted((a, b) => a.windows[1].goodputBps - b.windows[1].goodputBps);
      const mbps = (least.windows[1].goodputBps / 1e6).toFixed(2);
      const right = least.algorithm === answer ? 'Right' : 'Not quite';
      verdict.textContent = `${right}: ${least.label} gets the least, ${mbps} Mbit/s.`;
    },
    { once: true },
  );
  // It loads and runs only when it is visible, so that nobody sees the answer earlier.
  lab.hidden = false;
  lab.scrollIntoView({ block: 'center' });
});
