import type { CallScope, CallWait } from './request.ts'

/** Of a call that no run makes: nothing of it is kept. */
export const outsideScope = (onWait: (wait: CallWait) => void = () => {}): CallScope => ({
  address: { path: [], superstep: 0, branch: null, ordinal: 0 },
  line: null,
  replay: null,
  record: () => {},
  cutOff: () => undefined,
  onRetry: () => {},
  onWait,
})
