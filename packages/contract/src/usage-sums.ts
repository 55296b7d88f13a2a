import type { Cost, Usage } from './usage.ts'

/** Of what was paid for before, or never. */
export const noCost: Cost = { total: 0, input: 0, output: 0, priceId: null }

/** The counts of audio where both sides are told. */
export const audioOf = (audioInput: number, audioOutput: number) => ({
  audio: audioInput + audioOutput,
  audioInput,
  audioOutput,
})

export const noUsage: Usage = {
  input: 0,
  output: 0,
  cachedRead: 0,
  cachedWrite: 0,
  reasoning: 0,
  ...audioOf(0, 0),
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

/** Calls that were refused, or cut before they told their usage, have none; they are not free. */
export const hasUsage = ({ input, output }: Pick<Usage, 'input' | 'output'>): boolean =>
  input + output > 0

/** Tokens of audio of which nobody told whether they were heard or spoken. */
export const untoldAudio = ({ audio, audioInput = 0, audioOutput = 0 }: Usage): number =>
  Math.max(0, audio - audioInput - audioOutput)
