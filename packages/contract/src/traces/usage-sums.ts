import type { Cost, Usage } from './usage.ts'

/** Cost of calls that are free or already paid for. */
export const ZERO_COST: Cost = { total: 0, input: 0, output: 0, priceId: null }

/** Audio counts if both directions are known. */
export const audioUsage = (audioInput: number, audioOutput: number) => ({
  audio: audioInput + audioOutput,
  audioInput,
  audioOutput,
})

export const ZERO_USAGE: Usage = {
  input: 0,
  output: 0,
  cachedRead: 0,
  cachedWrite: 0,
  reasoning: 0,
  ...audioUsage(0, 0),
}

export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (name: 'audioCached' | 'cachedWrite1h' | 'unattributed') =>
    (a[name] ?? 0) + (b[name] ?? 0)
  const audioCached = sum('audioCached')
  const cachedWrite1h = sum('cachedWrite1h')
  const unattributed = sum('unattributed')
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cachedRead: a.cachedRead + b.cachedRead,
    cachedWrite: a.cachedWrite + b.cachedWrite,
    reasoning: a.reasoning + b.reasoning,
    audio: a.audio + b.audio,
    audioInput: (a.audioInput ?? 0) + (b.audioInput ?? 0),
    audioOutput: (a.audioOutput ?? 0) + (b.audioOutput ?? 0),
    ...(audioCached > 0 && { audioCached }),
    ...(cachedWrite1h > 0 && { cachedWrite1h }),
    ...(unattributed > 0 && { unattributed }),
  }
}

/**
 * Returns false for calls that were rejected, or cut before they reported their usage. Their cost
 * is unknown, not 0.
 */
export const hasUsage = ({ input, output }: Pick<Usage, 'input' | 'output'>): boolean =>
  input + output > 0

/** Audio tokens of unknown direction. */
export const unattributedAudio = ({ audio, audioInput = 0, audioOutput = 0 }: Usage): number =>
  Math.max(0, audio - audioInput - audioOutput)
