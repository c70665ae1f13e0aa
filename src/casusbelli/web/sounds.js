// Six short cues, made in the browser: off until the reader wants them.

import { stored } from "./settings.js";

/** Never two within so many milliseconds. */
const APART = 120;

/** What is heard: a tone is [hertz, begins, lasts, volume]; noise is a knock or a rustle. */
const CUES = {
  card: { noise: [[2600, 0, 0.09, 0.05]] },
  piece: { noise: [[420, 0, 0.07, 0.16]] },
  die: { noise: [[700, 0, 0.05, 0.14], [640, 0.11, 0.05, 0.12], [560, 0.2, 0.06, 0.1]] },
  good: { tones: [[523, 0, 0.18, 0.08], [659, 0.12, 0.3, 0.08]] },
  bad: { tones: [[392, 0, 0.18, 0.08], [330, 0.12, 0.3, 0.08]] },
  bell: { tones: [[880, 0, 0.6, 0.06], [1320, 0, 0.35, 0.03]] },
};

let audio = null;
let last = -Infinity;

/** @param {"card"|"piece"|"die"|"good"|"bad"|"bell"} name */
export function cue(name) {
  const now = performance.now();
  if (!CUES[name] || !stored("sound", false) || now - last < APART) return;
  last = now;
  audio ??= new AudioContext();
  const { tones = [], noise = [] } = CUES[name];
  for (const tone of tones) sound(tone, oscillator);
  for (const knock of noise) sound(knock, rustle);
}

function sound([hertz, begins, lasts, loud], make) {
  const start = audio.currentTime + begins;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + lasts);
  const source = make(hertz, lasts, volume);
  volume.connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

function oscillator(hertz, lasts, volume) {
  const tone = audio.createOscillator();
  tone.frequency.value = hertz;
  tone.connect(volume);
  return tone;
}

function rustle(hertz, lasts, volume) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  const [source, band] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = buffer;
  band.type = "bandpass";
  band.frequency.value = hertz;
  source.connect(band).connect(volume);
  return source;
}
