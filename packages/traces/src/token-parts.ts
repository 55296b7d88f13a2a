import type { Usage } from '@lathe/contract'
import { untoldAudio } from '@lathe/contract/usage-sums'

/** The tokens of a usage parted, so that none is in two parts and all of them are its input and output. */
export type TokenParts = {
  input: number
  cachedRead: number
  audioCached: number
  cachedWrite: number
  cachedWrite1h: number
  audioInput: number
  /** Audio of which nobody told the side, as far as the input has room for it. */
  untoldInput: number
  output: number
  reasoning: number
  audioOutput: number
  untoldOutput: number
}

/** Audio of which nobody told the side is taken from the input first. */
export function tokenParts(usage: Usage): TokenParts {
  const cachedRead = Math.min(usage.cachedRead, usage.input)
  const audioCached = Math.min(usage.audioCached ?? 0, cachedRead)
  const cachedWrite = Math.min(usage.cachedWrite, usage.input - cachedRead)
  const cachedWrite1h = Math.min(usage.cachedWrite1h ?? 0, cachedWrite)
  const fresh = usage.input - cachedRead - cachedWrite
  const audioInput = Math.min(usage.audioInput ?? 0, fresh)
  const reasoning = Math.min(usage.reasoning, usage.output)
  const said = usage.output - reasoning
  const audioOutput = Math.min(usage.audioOutput ?? 0, said)

  const untold = untoldAudio(usage)
  const untoldInput = Math.min(untold, fresh - audioInput)
  const untoldOutput = Math.min(untold - untoldInput, said - audioOutput)
  return {
    input: fresh - audioInput - untoldInput,
    cachedRead: cachedRead - audioCached,
    audioCached,
    cachedWrite: cachedWrite - cachedWrite1h,
    cachedWrite1h,
    audioInput,
    untoldInput,
    output: said - audioOutput - untoldOutput,
    reasoning,
    audioOutput,
    untoldOutput,
  }
}
