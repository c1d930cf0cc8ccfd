/** Watches how loud a microphone is. */
export function watchLevel(stream: MediaStream): { read: () => number; stop: () => void } {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    /** From 0 to 1, as an ear hears it: speech is quiet in numbers. */
    read() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(Math.sqrt(power)))
    },
    stop: () => void context.close(),
  }
}
