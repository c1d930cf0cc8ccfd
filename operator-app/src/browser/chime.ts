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

/** What the notes sound like: the wave, how many times as high, how loud, and for how many seconds. */
const TIMBRES = {
  CHIME: { wave: 'sine', pitch: 1, volume: 0.12, length: 0.45 },
  BELL: { wave: 'triangle', pitch: 2, volume: 0.1, length: 0.9 },
  MARIMBA: { wave: 'sine', pitch: 0.5, volume: 0.3, length: 0.22 },
  PULSE: { wave: 'square', pitch: 1, volume: 0.04, length: 0.12 },
} as const satisfies Record<string, { wave: OscillatorType; pitch: number; volume: number; length: number }>

export type Sound = keyof typeof TIMBRES

export const sounds = Object.keys(TIMBRES) as Sound[]

/** Whether the browser lets this tab sound now. */
export function canChime(): boolean {
  return context?.state === 'running'
}

/** Plays soft notes: two that rise for a new chat, one alone for a message, a ringing for a call. */
export function playChime(kind: keyof typeof NOTES, sound: Sound): void {
  if (!context) return
  for (const [index, frequency] of NOTES[kind].entries())
    playNote(context, { frequency, sound, delay: index * 0.12 })
}

interface Note {
  frequency: number
  sound: Sound
  delay: number
}

function playNote(audio: AudioContext, { frequency, sound, delay }: Note): void {
  const { wave, pitch, volume, length } = TIMBRES[sound]
  const start = audio.currentTime + delay
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = wave
  oscillator.frequency.value = frequency * pitch
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + length + 0.05)
}
