let context: AudioContext | null = null

/** Browsers let a page sound only after a gesture: the first one makes that possible. */
export function unlockChime(): void {
  const unlock = () => {
    context ??= new AudioContext()
    void context.resume()
  }
  addEventListener('pointerdown', unlock, { once: true })
  addEventListener('keydown', unlock, { once: true })
}

const NOTES = {
  chat: [587.33, 880],
  message: [659.25],
  // Like a telephone: twice the same pair.
  call: [783.99, 987.77, 783.99, 987.77, 783.99, 987.77],
}

/** Whether the browser lets this tab sound now. */
export function canChime(): boolean {
  return context?.state === 'running'
}

/** Plays soft notes: two that rise for a new chat, one alone for a message, a ringing for a call. */
export function playChime(kind: keyof typeof NOTES): void {
  if (!context) return
  for (const [index, frequency] of NOTES[kind].entries()) playNote(context, frequency, index * 0.12)
}

function playNote(audio: AudioContext, frequency: number, delay: number): void {
  const start = audio.currentTime + delay
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = frequency
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.12, start + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.45)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.5)
}
