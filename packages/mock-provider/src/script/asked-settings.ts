import type { Settings } from '../settings.ts'
import type { Directives } from './directives.ts'

export function directedSettings(directives: Directives): Settings {
  return pickSettings(directives)
}

type MaybeSettings = { [Name in keyof Settings]?: Settings[Name] | undefined }

export function pickSettings({
  fault,
  faultTimes,
  latencyMs,
  tokensPerSecond,
}: MaybeSettings): Settings {
  return {
    ...(fault === undefined ? {} : { fault }),
    ...(faultTimes === undefined ? {} : { faultTimes }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
    ...(tokensPerSecond === undefined ? {} : { tokensPerSecond }),
  }
}
