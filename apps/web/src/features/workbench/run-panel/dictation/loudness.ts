const QUIETEST_DB = -60

export type Loudness = {
  /** From 0, silence, to 1. */
  now: () => number
  close: () => void
}

export function loudnessOf(stream: MediaStream): Loudness {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    now: () => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      const decibels = 10 * Math.log10(Math.max(power, 1e-12))
      return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB))
    },
    close: () => void context.close(),
  }
}
