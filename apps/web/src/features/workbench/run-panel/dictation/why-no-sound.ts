export const NOT_SECURE =
  'Browsers lend the microphone only to pages over HTTPS or on localhost. Open Lathe at such an address.'
export const NO_RECORDER = 'This browser cannot record. Use a current one.'
export const NOTHING_HEARD =
  'No words were heard. Check that the right microphone is chosen and not muted, then speak again.'

const REFUSED =
  'The microphone was refused. Allow it for this page in the browser’s site settings, then try again.'
const NONE = 'There is no microphone. Connect one, then try again.'
const TAKEN =
  'The microphone does not answer: another program may hold it. Close that program, then try again.'

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: NONE,
  OverconstrainedError: NONE,
  NotReadableError: TAKEN,
  AbortError: TAKEN,
}

/** What a browser that gives no microphone means, and what to do. */
export function whyNoSound(error: unknown): unknown {
  const words = error instanceof DOMException ? WORDS[error.name] : undefined
  return words === undefined ? error : new Error(words, { cause: error })
}
