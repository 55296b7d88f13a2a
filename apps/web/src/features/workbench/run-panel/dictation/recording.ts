import { loudnessOf } from './loudness.ts'
import { NO_RECORDER, NOT_SECURE, whyNoSound } from './why-no-sound.ts'

/** Enough for speech: an hour is 14 MB. */
const BITS_PER_SECOND = 32_000

export type Recording = {
  /** All of it, once it was stopped or the microphone is gone. */
  audio: Promise<Blob>
  stop: () => void
  /** How loud it is now, from 0 to 1. */
  level: () => number
}

/** Asks for the microphone; it is released when the recording stops, which the signal's abort does too. */
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
  if (!window.isSecureContext) throw new Error(NOT_SECURE)
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) throw new Error(NO_RECORDER)
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    throw whyNoSound(error)
  }
}

function recordFrom(stream: MediaStream, signal: AbortSignal): Recording {
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND })
  const loudness = loudnessOf(stream)
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const audio = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => {
      release(stream)
      loudness.close()
      resolve(new Blob(pieces, { type: recorder.mimeType }))
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
