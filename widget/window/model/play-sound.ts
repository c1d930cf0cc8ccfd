let audio: AudioContext | undefined

/** Browsers let a page sound only after a gesture: to be called in each. */
export function unlockSound(): void {
  if (canSound()) return
  try {
    audio ??= new AudioContext()
    void audio.resume()
  } catch {
    // Without a sound device there is none.
  }
}

/** Whether there was a gesture. */
export function canSound(): boolean {
  return audio?.state === 'running'
}

/** Two soft notes, made here, so that no file has to be loaded. */
export function playSound(): void {
  if (!audio) return
  playNote(audio, 659.25, audio.currentTime)
  playNote(audio, 880, audio.currentTime + 0.11)
}

function playNote(audio: AudioContext, frequency: number, start: number): void {
  const oscillator = new OscillatorNode(audio, { frequency })
  const volume = new GainNode(audio, { gain: 0 })
  volume.gain.linearRampToValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.09, start + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.45)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.5)
}
