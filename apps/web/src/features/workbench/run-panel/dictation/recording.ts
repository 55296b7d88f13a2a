/** Enough for speech: an hour has 14 MB. */
const BITS_PER_SECOND = 32_000

export type Recording = {
  /** Resolves when the recording was stopped or the microphone was removed. */
  audio: Promise<Blob>
  stop: () => void
  /** The current volume, from 0 to 1. */
  level: () => number
}

/** Requests the microphone and records. Stopping or aborting releases it. */
export async function startRecording(signal: AbortSignal): Promise<Recording> {
  const stream = await openMicrophone()
  try {
    signal.throwIfAborted()
    return recordFrom(stream, signal)
  } catch (error) {
    release(stream)
    throw error
  }
}

async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new Error(INSECURE_PAGE)
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) throw new Error(NO_RECORDER)
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    throw microphoneError(error)
  }
}

function recordFrom(stream: MediaStream, signal: AbortSignal): Recording {
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND })
  const loudness = measureLoudness(stream)
  const chunks: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  const audio = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => {
      release(stream)
      loudness.close()
      resolve(new Blob(chunks, { type: recorder.mimeType }))
    })
  })
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  signal.addEventListener('abort', stop, { once: true })
  recorder.start()
  return { audio, stop, level: loudness.now }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

const QUIETEST_DB = -60

type LevelMeter = {
  /** From 0 (silence) to 1. */
  now: () => number
  close: () => void
}

function measureLoudness(stream: MediaStream): LevelMeter {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    now: () => {
      analyser.getFloatTimeDomainData(samples)
      const meanPower =
        samples.reduce((total, sample) => total + sample * sample, 0) / samples.length
      const decibels = 10 * Math.log10(Math.max(meanPower, 1e-12))
      return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB))
    },
    close: () => void context.close(),
  }
}

const INSECURE_PAGE =
  'Browsers allow the microphone only on HTTPS or localhost. Open Lathe at such an address.'
const NO_RECORDER = 'This browser cannot record audio. Use a current browser.'
export const NO_SPEECH =
  'No speech detected. Check that the right microphone is selected and not muted, then try again.'

const REFUSED =
  'Microphone access was denied. Allow it for this page in the browser’s site settings, then try again.'
const NO_MICROPHONE = 'No microphone found. Connect one, then try again.'
const MICROPHONE_IN_USE =
  'The microphone is not available: another program may be using it. Close that program, then try again.'

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: NO_MICROPHONE,
  OverconstrainedError: NO_MICROPHONE,
  NotReadableError: MICROPHONE_IN_USE,
  AbortError: MICROPHONE_IN_USE,
}

/** Returns an error that explains why the microphone is not available and how to fix it. */
function microphoneError(error: unknown): unknown {
  const message = error instanceof DOMException ? ERROR_TEXTS[error.name] : undefined
  return message === undefined ? error : new Error(message, { cause: error })
}
