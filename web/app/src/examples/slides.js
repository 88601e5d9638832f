const slides = [...document.querySelectorAll('#slides .slide')];
let at = 0;

function go(step) {
  at = Math.min(slides.length - 1, Math.max(0, at + step));
  for (const [number, slide] of slides.entries()) {
    const lab = slide.querySelector('ackscope-lab');
    slide.hidden = number !== at;
    if (lab === null) continue;
    if (number === at) lab.seek(0).then(() => lab.play(20));
    else lab.pause();
  }
}

document.getElementById('slides-next').addEventListener('click', () => go(1));
document.getElementById('slides-back').addEventListener('click', () => go(-1));
